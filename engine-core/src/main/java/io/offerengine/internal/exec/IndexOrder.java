package io.offerengine.internal.exec;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.internal.index.PrefixFilter;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.SegmentPlan;
import it.unimi.dsi.fastutil.ints.IntArrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a segment in the order in which an index scan reads them: position 0 is the end of
 * the index that has the best first keys, and rows without a first key have the last positions. A
 * scan begins at {@link #start}: where the condition on the first key begins, or the page.
 *
 * <p>The prefix cache of the index has the keys of the first positions side by side.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class IndexOrder {
  private static final long[] NO_KEYS = {};

  private final SortedPermutation sorted;
  private final boolean descending;

  /** Bounds first keys by the keys of the index; null if the index has the first keys. */
  private final @Nullable RatioBounds ratio;

  private final int present;

  /** The positions of rows that have a first key and may match, before the start of the page. */
  private final int low;

  private final int high;
  private final int start;
  private final int size;

  /** The keys of the first positions; empty if the scan starts behind them. */
  private final long[] keys;

  IndexOrder(SegmentPlan.IndexScan scan) {
    this.sorted = scan.sorted();
    this.descending = scan.descending();
    this.ratio = scan.ratio();
    this.present = sorted.presentCount();
    RangeClause range = scan.range();
    int from = range == null ? 0 : Math.min(range.fromRank(), present);
    int to = range == null ? present : Math.max(from, Math.min(range.toRank(), present));
    boolean includesAbsent = range == null || range.toRank() > present;
    this.low = descending ? present - to : from;
    this.high = descending ? present - from : to;
    this.size = high + (includesAbsent ? sorted.rowCount() - present : 0);
    this.keys =
        low < Math.min(high, sorted.cachedPositions()) ? sorted.firstKeys(descending) : NO_KEYS;
    this.start = startOf(scan.start().first());
  }

  /** Returns the first position whose row may have a first key of the page. */
  private int startOf(long least) {
    int to = least == Long.MIN_VALUE ? low : high;
    return BinarySearch.firstBehind(low, to, position -> last(position) >= least);
  }

  /** Returns the first position of the scan. */
  int start() {
    return start;
  }

  /** Returns the end of all positions. */
  int size() {
    return size;
  }

  /** Returns the end of the positions of rows with a first key. */
  int presentEnd() {
    return high;
  }

  /** Returns how many positions have a first key, those before the start of the page included. */
  int presentCount() {
    return high - low;
  }

  /** Returns the prefix filter of a scan; null if the scan starts behind the cached positions. */
  @Nullable PrefixFilter prefix(SegmentPlan plan) {
    return start >= Math.min(keys.length, high)
        ? null
        : PrefixFilter.of(sorted, descending, plan.clauses());
  }

  /** Returns the row at a position. */
  int row(int position) {
    if (position >= high) {
      return sorted.row(present + position - high);
    }
    return sorted.row(descending ? present - 1 - position : position);
  }

  /** Returns whether rows come in the order of the first key itself, not in one that bounds it. */
  boolean isExact() {
    return ratio == null;
  }

  /** Returns the first key at a position that has one, or a bound: no greater one. */
  long first(int position) {
    return directed(key(position), descending);
  }

  /** Returns the first key at a position that has one, or a bound: no lesser one. */
  private long last(int position) {
    return directed(key(position), !descending);
  }

  private long key(int position) {
    return position < keys.length ? keys[position] : sorted.keyOf(row(position));
  }

  private long directed(long key, boolean isUpper) {
    long bound = ratio == null ? key : ratio.bound(key, isUpper);
    return descending ? ~bound : bound;
  }

  /** Returns whether the prefix cache has the first keys of all positions before one. */
  boolean cachesFirsts(int end) {
    return ratio == null && end <= Math.min(keys.length, high);
  }

  /**
   * Returns the end of the positions that have the first key of the one before: rows of one first
   * key are offered together, because any of them may rank first.
   *
   * @param from the position after the first of them
   * @param to the greatest result
   */
  int endOfTies(int from, int to) {
    int end = from;
    while (end < to && first(end) == first(end - 1)) {
      end++;
    }
    return end;
  }

  /** Returns the first position of a run whose first key exceeds a cutoff; its end if none. */
  int firstBeyond(long cutoff, int from, int to) {
    if (to <= from || first(to - 1) <= cutoff) {
      return to;
    }
    int lower = from;
    int upper = to;
    while (lower < upper) {
      int middle = (lower + upper) >>> 1;
      boolean within = first(middle) <= cutoff;
      lower = within ? middle + 1 : lower;
      upper = within ? upper : middle;
    }
    return lower;
  }

  /** Lists the rows of a bitmap at some positions that have a first key; returns how many. */
  int members(long[] words, int from, int to, int[] rows) {
    if (!descending) {
      return sorted.members(words, from, to, rows);
    }
    int listed = sorted.members(words, present - to, present - from, rows);
    IntArrays.reverse(rows, 0, listed);
    return listed;
  }
}
