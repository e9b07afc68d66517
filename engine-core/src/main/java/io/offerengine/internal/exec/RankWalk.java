package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import org.jspecify.annotations.Nullable;

/**
 * Offers a segment's matching rows to {@link TopRows} in the order of a permutation by the query's
 * first key, and stops as soon as no better row can come.
 *
 * <p><b>How.</b> No estimate says reliably how far the walk has to go. So it begins row by row,
 * with a budget of what intersecting the bitmaps costs (none where these are cheaper than the walk
 * is expected to be). Then the bitmaps are intersected, and the walk goes on asking for one bit a
 * row, with a budget again: that of gathering the matching rows that are left, in no order.
 *
 * <p><b>Cost.</b> So at most about twice that of the best of the three ways.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class RankWalk {
  /** Ranks that are asked for their bit in the time that one matching row is gathered in. */
  private static final int RANKS_PER_ROW = 6;

  private static final int FIRST_RUN = 64;
  private static final int LAST_RUN = 1024;

  private final PlanRunner runner;
  private final SegmentPlan plan;
  private final SegmentView view;
  private final SortedPermutation sorted;
  private final boolean descending;
  private final TopRows top;
  private final Scratch scratch;

  /** The ranks that have a first key and may match. */
  private final int low;

  private final int high;

  /** Whether rows without a first key may match; they have the ranks behind all others. */
  private final boolean includesAbsent;

  RankWalk(
      PlanRunner runner,
      SegmentPlan plan,
      SortedPermutation sorted,
      @Nullable RangeClause range,
      boolean descending,
      TopRows top,
      Scratch scratch) {
    this.runner = runner;
    this.plan = plan;
    this.view = plan.view();
    this.sorted = sorted;
    this.descending = descending;
    this.top = top;
    this.scratch = scratch;
    this.low = range == null ? 0 : Math.min(range.fromRank(), sorted.presentCount());
    this.high =
        range == null ? sorted.presentCount() : Math.min(range.toRank(), sorted.presentCount());
    this.includesAbsent = range == null || range.toRank() > sorted.presentCount();
  }

  void run() {
    int count = Math.max(0, high - low);
    int checked = Math.min(plan.budget(), count);
    for (int walked = 0; walked < checked; walked++) {
      int rank = rank(walked);
      if (top.isFull() && directed(sorted.key(rank)) > top.cutoff()) {
        return;
      }
      runner.offerFound(plan, sorted.row(rank), top);
    }
    if (checked == count) {
      walkAbsent();
    } else {
      walkMatching(checked, count);
    }
  }

  /** Returns the rank at a place of the walk. */
  private int rank(int walked) {
    return descending ? high - 1 - walked : low + walked;
  }

  /** Walks on, some ranks walked already, over the rows that the bitmaps have in common. */
  private void walkMatching(int start, int count) {
    long[] matching = runner.intersection(plan);
    for (int walked = 0; walked < start; walked++) {
      Bits.clear(matching, sorted.row(rank(walked)));
    }
    long budget = (long) Bits.count(matching, view.wordCount()) * RANKS_PER_ROW;
    int[] rows = scratch.rows(LAST_RUN);
    int run = FIRST_RUN;
    int walked = start;
    while (walked < count) {
      if (walked - start > budget) {
        runner.examineAll(plan, matching, top::offer);
        return;
      }
      int end = Math.min(count, walked + run);
      int size =
          descending
              ? sorted.members(matching, high - end, high - walked, rows)
              : sorted.members(matching, low + walked, low + end, rows);
      for (int i = 0; i < size; i++) {
        int row = rows[descending ? size - 1 - i : i];
        if (top.isFull() && directed(sorted.keyOf(row)) > top.cutoff()) {
          return;
        }
        Bits.clear(matching, row);
        runner.examine(plan, row, top);
      }
      walked = end;
      run = Math.min(LAST_RUN, 2 * run);
    }
    walkAbsent();
  }

  /** Offers the rows without a first key, which rank last, unless they rank too late. */
  private void walkAbsent() {
    if (!includesAbsent || (top.isFull() && !top.keepsAbsent())) {
      return;
    }
    for (int rank = sorted.presentCount(); rank < sorted.rowCount(); rank++) {
      runner.offerFound(plan, sorted.row(rank), top);
    }
  }

  private long directed(long key) {
    return descending ? ~key : key;
  }
}
