package io.offerengine.internal.plan;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.PrefixFilter;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of an index on the first order key: position 0 is the end of the index that has the
 * best first keys, and rows without a first key have the last positions. A scan passes over the
 * positions whose rows miss the condition on the first key.
 *
 * <p>A scan checks the rows one by one, and ends when the next key is worse than the k-th result.
 * If its budget is spent before, the bitmaps are intersected; the scan goes on over the rows that
 * are left, or gathers them in no order if they are few.
 *
 * <p>The prefix cache of the index has the keys of the first positions side by side.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class IndexOrder implements ScanOrder {
  private static final long[] NO_KEYS = {};

  private final SortedPermutation sorted;
  private final boolean descending;

  /** Bounds first keys by the keys of the index; null if the index has the first keys. */
  private final @Nullable RatioBounds ratio;

  private final int present;

  /** The positions of rows that have a first key and may match. */
  private final int low;

  private final int high;
  private final int size;

  /** The keys of the first positions; empty if the scan begins behind the cached positions. */
  private final long[] keys;

  /**
   * Creates an order.
   *
   * @param sorted the rows sorted by the first order key, or by the indexed values of {@code ratio}
   * @param ratio bounds the first order key by the indexed values; null if the index is its own
   * @param range the condition on the first order key if it is one run of ranks; null otherwise
   * @param descending whether the greatest key comes first
   */
  IndexOrder(
      SortedPermutation sorted,
      @Nullable RatioBounds ratio,
      @Nullable RangeClause range,
      boolean descending) {
    this.sorted = sorted;
    this.descending = descending;
    this.ratio = ratio;
    this.present = sorted.presentCount();
    int from = range == null ? 0 : Math.min(range.fromRank(), present);
    int to = range == null ? present : Math.max(from, Math.min(range.toRank(), present));
    boolean includesAbsent = range == null || range.toRank() > present;
    this.low = descending ? present - to : from;
    this.high = descending ? present - from : to;
    this.size = high + (includesAbsent ? sorted.rowCount() - present : 0);
    this.keys =
        low < Math.min(high, sorted.prefixCache().positions())
            ? sorted.prefixCache().keys(descending)
            : NO_KEYS;
  }

  @Override
  public PlanShape shape() {
    return PlanShape.INDEX_SCAN;
  }

  /**
   * Returns the first position whose row may have a first key of the page.
   *
   * @param least no row of the page has a lesser first key
   */
  public int startOf(long least) {
    int to = least == Long.MIN_VALUE ? low : high;
    return BinarySearch.firstBehind(low, to, position -> last(position) >= least);
  }

  /** Returns the end of all positions. */
  public int size() {
    return size;
  }

  /** Returns the end of the positions of rows with a first key. */
  public int presentEnd() {
    return high;
  }

  /** Returns how many positions have a first key, those before the start of the page included. */
  public int presentCount() {
    return high - low;
  }

  /**
   * Returns the prefix filter of a scan; null if the scan starts behind the cached positions.
   *
   * @param start the first position of the scan
   * @param clauses in the order in which they check a row
   */
  public @Nullable PrefixFilter prefix(int start, List<Clause> clauses) {
    return start >= Math.min(keys.length, high)
        ? null
        : PrefixFilter.of(sorted, descending, clauses);
  }

  /** Returns the row at a position. */
  public int row(int position) {
    if (position >= high) {
      return sorted.row(present + position - high);
    }
    return sorted.row(descending ? present - 1 - position : position);
  }

  /** Returns whether rows come in the order of the first key itself, not in one that bounds it. */
  public boolean isExact() {
    return ratio == null;
  }

  /** Returns the first key at a position that has one, or a bound: no greater one. */
  public long first(int position) {
    return directed(key(position), descending);
  }

  /** Returns the first key at a position that has one, or a bound: no lesser one. */
  private long last(int position) {
    return directed(key(position), !descending);
  }

  private long key(int position) {
    return position < keys.length ? keys[position] : sorted.column().key(row(position));
  }

  private long directed(long key, boolean isUpper) {
    long bound = ratio == null ? key : ratio.bound(key, isUpper);
    return descending ? ~bound : bound;
  }

  /** Returns whether the prefix cache has the first keys of all positions before one. */
  public boolean cachesFirsts(int end) {
    return ratio == null && end <= Math.min(keys.length, high);
  }

  /**
   * Returns the end of the positions that have the first key of the one before: rows of one first
   * key are offered together, because any of them may rank first.
   *
   * @param from the position after the first of them
   * @param to the greatest result
   */
  public int endOfTies(int from, int to) {
    long tied = first(from - 1);
    int end = from;
    while (end < to && first(end) == tied) {
      end++;
    }
    return end;
  }

  /** Returns the first position of a run whose first key exceeds a cutoff; its end if none. */
  public int firstBeyond(long cutoff, int from, int to) {
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
  public int members(long[] words, int from, int to, int[] rows) {
    if (!descending) {
      return sorted.members(words, from, to, rows);
    }
    int listed = sorted.members(words, present - to, present - from, rows);
    IntArrays.reverse(rows, 0, listed);
    return listed;
  }
}
