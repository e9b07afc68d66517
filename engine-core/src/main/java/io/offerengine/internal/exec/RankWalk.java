package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import it.unimi.dsi.fastutil.ints.IntArrays;
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

  /** The first runs of ranks; each next one is twice as long. */
  private static final int FIRST_CHECKED = 32;

  private static final int FIRST_RUN = 64;

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
    int[] rows = scratch.batch();
    int run = FIRST_CHECKED;
    for (int walked = 0; walked < checked; ) {
      if (top.isFull() && directed(sorted.key(rank(walked))) > top.cutoff()) {
        return;
      }
      int end = Math.min(checked, walked + run);
      for (int i = walked; i < end; i++) {
        rows[i - walked] = sorted.row(rank(i));
      }
      runner.offerFound(plan, rows, end - walked, top);
      walked = end;
      run = Math.min(Scratch.BATCH, 2 * run);
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
    int[] rows = scratch.batch();
    int run = FIRST_RUN;
    int walked = start;
    while (walked < count) {
      if (walked - start > budget) {
        runner.examineAll(plan.residual(), matching, view.wordCount(), top::offerAll);
        return;
      }
      if (top.isFull() && directed(sorted.key(rank(walked))) > top.cutoff()) {
        return;
      }
      int end = Math.min(count, walked + run);
      int size = members(matching, walked, end, rows);
      for (int i = 0; i < size; i++) {
        Bits.clear(matching, rows[i]);
      }
      top.offerAll(rows, runner.verify(plan.residual(), rows, size));
      walked = end;
      run = Math.min(Scratch.BATCH, 2 * run);
    }
    walkAbsent();
  }

  /** Lists the rows of a bitmap at some places of the walk, in the walk's order. */
  private int members(long[] matching, int from, int to, int[] rows) {
    if (!descending) {
      return sorted.members(matching, low + from, low + to, rows);
    }
    int size = sorted.members(matching, high - to, high - from, rows);
    IntArrays.reverse(rows, 0, size);
    return size;
  }

  /** Offers the rows without a first key, which rank last, unless they rank too late. */
  private void walkAbsent() {
    if (!includesAbsent || (top.isFull() && !top.keepsAbsent())) {
      return;
    }
    int[] rows = scratch.batch();
    int rank = sorted.presentCount();
    while (rank < sorted.rowCount()) {
      int size = Math.min(Scratch.BATCH, sorted.rowCount() - rank);
      for (int i = 0; i < size; i++) {
        rows[i] = sorted.row(rank + i);
      }
      runner.offerFound(plan, rows, size, top);
      rank += size;
    }
  }

  private long directed(long key) {
    return descending ? ~key : key;
  }
}
