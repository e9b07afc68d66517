package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.plan.BlockOrder;
import io.offerengine.internal.plan.ClusterBound;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.internal.plan.PageStart;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the matching rows of a segment in a {@link BlockOrder}, until no better row can come.
 *
 * <p>The result equals that of offering every matching row. A row that is left out ranks before the
 * page, or behind the k-th result by its first key or, in the group of a value, by its second. So
 * it can neither be collected nor replace a row of its fold.
 *
 * <p><b>How.</b> The bitmaps are intersected in blocks of 8 to 256 words. The blocks of a group
 * grow, so that a short scan reads few words. If the groups are those of values, the bitmaps of all
 * clauses are intersected for each value as long as the words read stay below the budget. Then the
 * fallback intersects them once for all values that are left. If these have few rows, the rows are
 * gathered in no order; otherwise the scan goes on over the intersection.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class BlockScan implements SegmentScan {
  private static final int FIRST_BLOCK = 8;
  private static final int LAST_BLOCK = 256;

  /** The rows that are offered together at least: fewer cost more each, more may be in vain. */
  private static final int LEAST_OFFERED = 64;

  private final Execution execution;
  private final SegmentPlan plan;
  private final BlockOrder order;
  private final SegmentView view;
  private final TopKCollector top;

  /** Takes the rows of a block. */
  private final long[] words;

  /** The clauses that check a row which is in all bitmaps: those whose bitmaps do not decide. */
  private List<Clause> checks = new ArrayList<>();

  /** The rows left that all bitmaps have; null if the bitmaps were not intersected in advance. */
  private long @Nullable [] matching;

  private Progress progress = Progress.SCAN;
  private int wordsRead;

  /** How many of the first groups the page has no rows of. */
  private final int skipped;

  /** The group that comes next. */
  private int group;

  BlockScan(Execution execution, SegmentPlan plan, BlockOrder order, TopKCollector top) {
    this.execution = execution;
    this.plan = plan;
    this.order = order;
    this.view = plan.view();
    this.top = top;
    this.words = execution.scratch().bitmap(view.wordCount());
    for (int i = 0; i < plan.clauses().size(); i++) {
      if (!plan.clauses().get(i).isExact()) {
        checks.add(plan.clauses().get(i));
      }
    }
    while (!order.isOneGroup() && order.firstKey(group) < top.pageStart().first()) {
      group++;
    }
    this.skipped = group;
  }

  @Override
  public boolean hasNext() {
    return group < order.groups();
  }

  @Override
  public long nextFirst() {
    return order.firstKey(group);
  }

  @Override
  public Progress progress() {
    return group == skipped ? Progress.NOT_STARTED : progress;
  }

  @Override
  public int budget() {
    return plan.budget();
  }

  /** Offers the rows of the next group. */
  @Override
  public void advance() {
    if (progress == Progress.SCAN && wordsRead >= plan.budget()) {
      fallBack();
    }
    if (progress == Progress.GATHER) {
      group = order.groups();
      return;
    }
    RowBatches listed = order.listed(group);
    if (listed == null) {
      readBlocks(order.rows(group, execution.scratch()), order.bound(group));
    } else {
      readListed(listed, order.bound(group));
    }
    group++;
  }

  private void readBlocks(@Nullable Clause rows, @Nullable ClusterBound bound) {
    int present = bound == null ? 0 : bound.presentCount();
    // Rows without a cluster value lie at the end. Nothing bounds their keys: they come first.
    readRange(present, view.size(), rows, null);
    if (bound != null) {
      PageStart page = top.pageStart();
      int before =
          bound.rowsBefore(
              order.isOneGroup() ? page.first() : page.secondOf(order.firstKey(group)));
      int from = bound.isBackwards() ? 0 : before;
      readRange(from, bound.isBackwards() ? present - before : present, rows, bound);
    }
  }

  private void readRange(
      int fromRow, int toRow, @Nullable Clause rows, @Nullable ClusterBound bound) {
    boolean backwards = bound != null && bound.isBackwards();
    int low = fromRow >>> 6;
    int high = fromRow < toRow ? Bits.wordCount(toRow) : low;
    int block = FIRST_BLOCK;
    while (low < high) {
      int from = backwards ? Math.max(low, high - block) : low;
      int to = backwards ? high : Math.min(high, low + block);
      int start = Math.max(fromRow, Math.min(toRow - 1, backwards ? (to << 6) - 1 : from << 6));
      if (isPassed(bound, start)) {
        return;
      }
      execution.checkDeadline();
      fill(from, to, rows);
      Bits.keepRange(words, from, to, fromRow, toRow);
      if (!offerWords(from, to, bound)) {
        return;
      }
      low = backwards ? low : to;
      high = backwards ? from : high;
      block = Math.min(LAST_BLOCK, 2 * block);
    }
  }

  private void fill(int from, int to, @Nullable Clause rows) {
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
    if (rows != null) {
      rows.narrow(words, from, to);
      bitmaps += rows.bitmapCount();
    }
    execution.words((long) bitmaps * (to - from));
  }

  /** Offers the rows of some words; returns false if no better row of the group can come. */
  private boolean offerWords(int from, int to, @Nullable ClusterBound bound) {
    boolean backwards = bound != null && bound.isBackwards();
    int[] rows = execution.scratch().batch();
    int at = backwards ? Bits.lastUsed(words, from, to) : Bits.firstUsed(words, from, to);
    while (at >= from && at < to) {
      if (isPassed(bound, nearest(words[at], at, backwards))) {
        return false;
      }
      int size = 0;
      while (at >= from && at < to && size < LEAST_OFFERED) {
        size = Bits.list(words[at], at, rows, size);
        at = backwards ? Bits.lastUsed(words, from, at) : Bits.firstUsed(words, at + 1, to);
      }
      top.offerAll(rows, execution.verify(checks, rows, size));
    }
    return true;
  }

  /** Returns the row of a word that the scan reads first. */
  private static int nearest(long word, int at, boolean backwards) {
    int bit = backwards ? 63 - Long.numberOfLeadingZeros(word) : Long.numberOfTrailingZeros(word);
    return (at << 6) + bit;
  }

  /** Returns whether no row of the group from a row on can be collected. */
  private boolean isPassed(@Nullable ClusterBound bound, int row) {
    if (bound == null || !top.isFull()) {
      return false;
    }
    return bound.at(row)
        > (order.isOneGroup() ? top.cutoff() : top.secondCutoff(order.firstKey(group)));
  }

  /** Reads the rows of a rare value, which its index lists in storage order. */
  private void readListed(RowBatches listed, @Nullable ClusterBound bound) {
    ClusterBound ascending =
        bound != null && !bound.isBackwards() && bound.presentCount() == view.size() ? bound : null;
    int[] rows = execution.scratch().batch();
    for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
      wordsRead += size * CostModel.WORDS_PER_LISTED_ROW;
      if (isPassed(ascending, rows[0])) {
        return;
      }
      top.offerAll(rows, verifyListed(rows, size));
    }
  }

  private int verifyListed(int[] rows, int size) {
    long[] left = matching;
    return left == null
        ? execution.verify(plan.clauses(), rows, view.live().filter(rows, size))
        : execution.verify(checks, rows, Bits.keep(left, false, rows, size));
  }

  /** Intersects the bitmaps for the groups that are left, and gathers their rows if few are. */
  private void fallBack() {
    int wordCount = view.wordCount();
    checks = new ArrayList<>();
    long[] left = execution.intersect(plan, checks);
    for (int read = 0; read < group; read++) {
      Clause rows = order.rows(read, execution.scratch());
      System.arraycopy(left, 0, words, 0, wordCount);
      Objects.requireNonNull(rows).retain(words, wordCount);
      Bits.andNot(left, words, 0, wordCount);
    }
    long gathering = (long) Bits.count(left, wordCount) * CostModel.WORDS_PER_GATHERED_ROW;
    if (gathering < (long) (order.groups() - group) * wordCount) {
      execution.examineAll(checks, left, wordCount, top::offerAll);
      progress = Progress.GATHER;
    } else {
      matching = left;
      progress = Progress.INTERSECTED_SCAN;
    }
  }
}
