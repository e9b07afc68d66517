package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.OrderAccess;
import io.offerengine.internal.plan.RowBound;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Offers a segment's matching rows to {@link TopKCollector} as they lie, which bounds the query's
 * first key, or its second for each value of the first, and stops as soon as no better row can
 * come.
 *
 * <p>Equals offering every matching row: a row that is left out has a first key that is worse than
 * that of the worst row kept, and so could neither be kept nor take the place of a row of its fold.
 *
 * <p><b>How.</b> Bitmaps are intersected in blocks that grow, so that a short walk touches little.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ClusteredScan {
  /** The first block; the next ones are each twice as long, so that a short walk does little. */
  private static final int FIRST_BLOCK = 8;

  private static final int LAST_BLOCK = 256;

  /** Words that are read for a value in the time that one matching row is gathered in. */
  private static final int WORDS_PER_ROW = 4;

  /** Words that are read in the time that a row of a list is checked in. */
  private static final int WORDS_PER_LISTED_ROW = 8;

  /** Rows that are offered together at least: fewer cost more each, more may be for nothing. */
  private static final int BATCH = 64;

  private final PlanRunner runner;
  private final SegmentPlan plan;
  private final SegmentView view;
  private final OrderAccess order;
  private final TopKCollector top;
  private final Scratch scratch;
  private final long[] words;

  /** What is left to be checked of a row that the words of all leading clauses have. */
  private List<Clause> checks;

  /** The rows of values not walked yet that all leading clauses accept; null until it is needed. */
  private long @Nullable [] matching;

  /** How many words were read for values, or rows listed in the time that these take. */
  private int wordsRead;

  ClusteredScan(
      PlanRunner runner, SegmentPlan plan, OrderAccess order, TopKCollector top, Scratch scratch) {
    this.runner = runner;
    this.plan = plan;
    this.view = plan.view();
    this.order = order;
    this.top = top;
    this.scratch = scratch;
    this.words = scratch.bitmap(view.wordCount());
    this.checks = new ArrayList<>(plan.leading().size() + plan.residual().size());
    for (int i = 0; i < plan.leading().size(); i++) {
      if (plan.leading().get(i).leavesSome()) {
        checks.add(plan.leading().get(i));
      }
    }
    checks.addAll(plan.residual());
  }

  /** Walks the rows as they lie, which bounds the first key, until no better one can come. */
  void walkRows(RowBound bound) {
    walkRows(bound, null, RowBound.NONE);
  }

  /**
   * Walks rows as they lie.
   *
   * @param bound what their order says of the first key, or of the second within a value; null when
   *     nothing
   * @param value further restricts the rows; null when nothing does
   * @param first the first key of all these rows, where {@code value} is given
   */
  private void walkRows(@Nullable RowBound bound, @Nullable Clause value, long first) {
    int present = bound == null ? 0 : bound.presentCount();
    // Of rows behind those that are bounded nothing is known: they come first.
    walkBlocks(present, view.size(), null, value, first);
    if (bound != null) {
      walkBlocks(0, present, bound, value, first);
    }
  }

  private void walkBlocks(
      int fromRow, int toRow, @Nullable RowBound bound, @Nullable Clause value, long first) {
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
      runner.checkDeadline();
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
      List<Clause> leading = plan.leading();
      for (int i = 0; i < leading.size(); i++) {
        leading.get(i).narrow(words, from, to);
        bitmaps += leading.get(i).bitmapCount();
      }
    } else {
      System.arraycopy(left, from, words, from, to - from);
    }
    if (value != null) {
      value.narrow(words, from, to);
      bitmaps += value.bitmapCount();
    }
    runner.noteWords((long) bitmaps * (to - from));
  }

  /** Offers the rows of some words; returns false when no better row can come. */
  private boolean offerWords(
      int from, int to, @Nullable RowBound bound, boolean within, long first) {
    boolean backwards = bound != null && bound.isBackwards();
    int[] rows = scratch.batch();
    int size = 0;
    int at = backwards ? Bits.lastUsed(words, from, to) : Bits.firstUsed(words, from, to);
    while (at >= from && at < to) {
      long word = words[at];
      if (size == 0 && isPassed(bound, nearest(word, at, backwards), within, first)) {
        return false;
      }
      size = Bits.list(word, at, rows, size);
      if (size >= BATCH) {
        top.offerAll(rows, runner.verify(checks, rows, size));
        size = 0;
      }
      at = backwards ? Bits.lastUsed(words, from, at) : Bits.firstUsed(words, at + 1, to);
    }
    top.offerAll(rows, runner.verify(checks, rows, size));
    return true;
  }

  /** Returns the row of a word that the walk comes to first. */
  private static int nearest(long word, int at, boolean backwards) {
    int bit = backwards ? 63 - Long.numberOfLeadingZeros(word) : Long.numberOfTrailingZeros(word);
    return (at << 6) + bit;
  }

  private boolean isPassed(@Nullable RowBound bound, int row, boolean within, long first) {
    if (bound == null || !top.isFull()) {
      return false;
    }
    return bound.at(row) > (within ? top.secondCutoff(first) : top.cutoff());
  }

  /**
   * Walks the rows of one value of the first key, until no better one can come.
   *
   * @param value the value's number; that of absence is the number of values
   */
  void walkValue(FieldIndex values, int value) {
    boolean absent = value == values.valueCount();
    Clause rows = values.ofValue(value, scratch);
    RowBound bound = absent ? null : order.withinValue();
    long first = absent ? RowBound.NONE : order.valueFirst(values, value);
    RowBatches listed = rows.ascending();
    if (listed != null) {
      walkListed(listed, bound, first);
    } else {
      walkRows(bound, rows, first);
    }
  }

  /** Walks the rows of a rare value, which are listed as they lie. */
  private void walkListed(RowBatches listed, @Nullable RowBound bound, long first) {
    RowBound known =
        bound != null && !bound.isBackwards() && bound.presentCount() == view.size() ? bound : null;
    int[] rows = scratch.batch();
    for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
      wordsRead += size * WORDS_PER_LISTED_ROW;
      if (isPassed(known, rows[0], true, first)) {
        return;
      }
      top.offerAll(rows, verifyListed(rows, size));
    }
  }

  private int verifyListed(int[] rows, int size) {
    long[] left = matching;
    return left == null
        ? runner.verifyFound(plan.view(), plan.leading(), plan.residual(), rows, size)
        : runner.verify(checks, rows, Bits.keep(left, false, rows, size));
  }

  /**
   * Returns whether the bitmaps are better intersected now: the values walked so far took as many
   * words as the segment has, or the plan expects more of that.
   */
  boolean readsAgain() {
    return matching == null && (plan.budget() == 0 || wordsRead >= view.wordCount());
  }

  /**
   * Intersects the bitmaps for the values that are left; where they have few rows in common, offers
   * these in no order and returns true.
   */
  boolean gathers(FieldIndex values, GroupedScan walk) {
    int wordCount = view.wordCount();
    List<Clause> late = new ArrayList<>();
    long[] left = runner.intersection(plan, late);
    int valuesLeft = 0;
    for (int value = 0; value <= values.valueCount(); value++) {
      if (walk.hasTaken(value)) {
        System.arraycopy(left, 0, words, 0, wordCount);
        values.ofValue(value, scratch).retain(words, wordCount);
        Bits.andNot(left, words, 0, wordCount);
      } else {
        valuesLeft++;
      }
    }
    if ((long) Bits.count(left, wordCount) * WORDS_PER_ROW < (long) valuesLeft * wordCount) {
      runner.examineAll(late, left, wordCount, top::offerAll);
      return true;
    }
    matching = left;
    checks = late;
    return false;
  }
}
