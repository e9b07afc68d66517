package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.plan.ClusterBound;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the matching rows of a segment in storage order, and offers them to {@link TopKCollector}
 * until no better row can come.
 *
 * <p>The result equals that of offering every matching row. A row that is left out has a first key
 * worse than that of the k-th result, so it can neither be collected nor replace a row of its fold.
 *
 * <p><b>How.</b> The bitmaps are intersected in blocks of 8 to 256 words. The blocks grow, so that
 * a short scan reads few words.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class BlockScan {
  private static final int FIRST_BLOCK = 8;
  private static final int LAST_BLOCK = 256;

  /** The rows that are offered together at least: fewer cost more each, more may be in vain. */
  private static final int LEAST_OFFERED = 64;

  private final Execution execution;
  private final SegmentPlan plan;
  private final SegmentView view;
  private final TopKCollector top;
  private final long[] words;

  /** The clauses that check a row which is in all bitmaps. */
  private List<Clause> checks;

  /** The rows left that all bitmaps have; null if the bitmaps were not intersected in advance. */
  private long @Nullable [] matching;

  private int wordsRead;

  BlockScan(Execution execution, SegmentPlan plan, TopKCollector top) {
    this.execution = execution;
    this.plan = plan;
    this.view = plan.view();
    this.top = top;
    this.words = execution.scratch().bitmap(view.wordCount());
    this.checks = new ArrayList<>(plan.clauses().size());
    for (int i = 0; i < plan.clauses().size(); i++) {
      if (!plan.clauses().get(i).isExact()) {
        checks.add(plan.clauses().get(i));
      }
    }
  }

  /** Returns how many words were read, listed rows counted by their cost. */
  int wordsRead() {
    return wordsRead;
  }

  /**
   * Reads a bitmap from now on, in place of those of the clauses.
   *
   * @param rows the rows left that all bitmaps have
   * @param rowChecks the clauses that check these rows
   */
  void restrict(long[] rows, List<Clause> rowChecks) {
    matching = rows;
    checks = rowChecks;
  }

  /**
   * Reads the rows; storage order bounds the first order key.
   *
   * @param start rows with a lesser first key need not be read
   */
  void scan(ClusterBound bound, long start) {
    scan(bound, null, ClusterBound.NONE, start);
  }

  /**
   * Reads the rows of one value of the first order key.
   *
   * @param value accepts these rows
   * @param listed lists these rows, ascending, if they are few; null otherwise
   * @param bound what storage order says of the second order key; null if nothing
   * @param first the first key of these rows
   * @param start rows with a lesser second key need not be read
   */
  void scanValue(
      Clause value,
      @Nullable RowBatches listed,
      @Nullable ClusterBound bound,
      long first,
      long start) {
    if (listed == null) {
      scan(bound, value, first, start);
    } else {
      scanListed(listed, bound, first);
    }
  }

  private void scan(@Nullable ClusterBound bound, @Nullable Clause value, long first, long start) {
    int present = bound == null ? 0 : bound.presentCount();
    // Rows without a cluster value lie at the end. Nothing bounds their keys: they come first.
    scanBlocks(present, view.size(), null, value, first);
    if (bound != null) {
      int before = bound.rowsBefore(start);
      int from = bound.isBackwards() ? 0 : before;
      scanBlocks(from, bound.isBackwards() ? present - before : present, bound, value, first);
    }
  }

  private void scanBlocks(
      int fromRow, int toRow, @Nullable ClusterBound bound, @Nullable Clause value, long first) {
    boolean backwards = bound != null && bound.isBackwards();
    int low = fromRow >>> 6;
    int high = fromRow < toRow ? Bits.wordCount(toRow) : low;
    int block = FIRST_BLOCK;
    while (low < high) {
      int from = backwards ? Math.max(low, high - block) : low;
      int to = backwards ? high : Math.min(high, low + block);
      int start = Math.max(fromRow, Math.min(toRow - 1, backwards ? (to << 6) - 1 : from << 6));
      if (isPassed(bound, start, value != null, first)) {
        return;
      }
      execution.checkDeadline();
      fill(from, to, value);
      Bits.keepRange(words, from, to, fromRow, toRow);
      if (!offerWords(from, to, bound, value != null, first)) {
        return;
      }
      low = backwards ? low : to;
      high = backwards ? from : high;
      block = Math.min(LAST_BLOCK, 2 * block);
    }
  }

  private void fill(int from, int to, @Nullable Clause value) {
    wordsRead += to - from;
    long[] left = matching;
    int bitmaps = 2; // the live rows or those left, and the result
    if (left == null) {
      view.copyLive(words, from, to);
      List<Clause> clauses = plan.clauses();
      for (int i = 0; i < clauses.size(); i++) {
        clauses.get(i).narrow(words, from, to);
        bitmaps += clauses.get(i).bitmapCount();
      }
    } else {
      System.arraycopy(left, from, words, from, to - from);
    }
    if (value != null) {
      value.narrow(words, from, to);
      bitmaps += value.bitmapCount();
    }
    execution.words((long) bitmaps * (to - from));
  }

  /** Offers the rows of some words; returns false if no better row can come. */
  private boolean offerWords(
      int from, int to, @Nullable ClusterBound bound, boolean hasValue, long first) {
    boolean backwards = bound != null && bound.isBackwards();
    int[] rows = execution.scratch().batch();
    int size = 0;
    int at = backwards ? Bits.lastUsed(words, from, to) : Bits.firstUsed(words, from, to);
    while (at >= from && at < to) {
      long word = words[at];
      if (size == 0 && isPassed(bound, nearest(word, at, backwards), hasValue, first)) {
        return false;
      }
      size = Bits.list(word, at, rows, size);
      if (size >= LEAST_OFFERED) {
        top.offerAll(rows, execution.verify(checks, rows, size));
        size = 0;
      }
      at = backwards ? Bits.lastUsed(words, from, at) : Bits.firstUsed(words, at + 1, to);
    }
    top.offerAll(rows, execution.verify(checks, rows, size));
    return true;
  }

  /** Returns the row of a word that the scan reads first. */
  private static int nearest(long word, int at, boolean backwards) {
    int bit = backwards ? 63 - Long.numberOfLeadingZeros(word) : Long.numberOfTrailingZeros(word);
    return (at << 6) + bit;
  }

  private boolean isPassed(@Nullable ClusterBound bound, int row, boolean hasValue, long first) {
    if (bound == null || !top.isFull()) {
      return false;
    }
    return bound.at(row) > (hasValue ? top.secondCutoff(first) : top.cutoff());
  }

  /** Reads the rows of a rare value, which its index lists in storage order. */
  private void scanListed(RowBatches listed, @Nullable ClusterBound bound, long first) {
    ClusterBound ascending =
        bound != null && !bound.isBackwards() && bound.presentCount() == view.size() ? bound : null;
    int[] rows = execution.scratch().batch();
    for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
      wordsRead += size * CostModel.WORDS_PER_LISTED_ROW;
      if (isPassed(ascending, rows[0], true, first)) {
        return;
      }
      top.offerAll(rows, verifyListed(rows, size));
    }
  }

  private int verifyListed(int[] rows, int size) {
    long[] left = matching;
    return left == null
        ? execution.verifyLive(view, plan.clauses(), rows, size)
        : execution.verify(checks, rows, Bits.keep(left, false, rows, size));
  }

  /** Returns room for a bitmap of the segment, which the next block overwrites. */
  long[] room() {
    return words;
  }
}
