package io.offerengine.internal.exec;

import io.offerengine.internal.index.PrefixFilter;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.SegmentPlan;
import it.unimi.dsi.fastutil.ints.IntArrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a segment in the order in which an index scan reads them: position 0 has the best
 * first key, and rows without a first key have the last positions.
 *
 * <p>If the scan starts at an end of the index, the prefix cache of the index has the keys of the
 * first positions side by side.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class IndexOrder {
  private static final long[] NO_KEYS = {};

  private final SortedPermutation sorted;
  private final boolean descending;

  /** Bounds first keys by the keys of the index; null if the index has the first keys. */
  private final @Nullable RatioBounds ratio;

  /** The ranks that have a first key and may match. */
  private final int low;

  private final int high;
  private final int size;

  /** The keys of the first positions; empty if the scan starts inside the index. */
  private final long[] keys;

  IndexOrder(SegmentPlan.IndexScan plan) {
    this.sorted = plan.sorted();
    this.descending = plan.descending();
    this.ratio = plan.ratio();
    RangeClause range = plan.range();
    int present = sorted.presentCount();
    this.low = range == null ? 0 : Math.min(range.fromRank(), present);
    this.high = range == null ? present : Math.max(low, Math.min(range.toRank(), present));
    boolean includesAbsent = range == null || range.toRank() > present;
    this.size = high - low + (includesAbsent ? sorted.rowCount() - present : 0);
    boolean startsAtEnd = high > low && (descending ? high == present : low == 0);
    this.keys = startsAtEnd ? sorted.firstKeys(descending) : NO_KEYS;
  }

  /** Returns the number of positions. */
  int size() {
    return size;
  }

  /** Returns the number of positions of rows with a first key. */
  int presentCount() {
    return high - low;
  }

  /** Returns the prefix filter of a scan; null if the scan starts inside the index. */
  @Nullable PrefixFilter prefix(SegmentPlan.Intersect filter) {
    return keys.length == 0
        ? null
        : PrefixFilter.of(sorted, descending, filter.bitmaps(), filter.checks());
  }

  /** Returns the row at a position. */
  int row(int position) {
    if (position >= high - low) {
      return sorted.row(sorted.presentCount() + position - (high - low));
    }
    return sorted.row(descending ? high - 1 - position : low + position);
  }

  /** Returns whether rows come in the order of the first key itself, not in one that bounds it. */
  boolean isExact() {
    return ratio == null;
  }

  /** Returns the first key at a position that has one, or a bound of it. */
  long first(int position) {
    long key = position < keys.length ? keys[position] : sorted.keyOf(row(position));
    key = ratio == null ? key : ratio.bound(key, descending);
    return descending ? ~key : key;
  }

  /** Returns whether the prefix cache has the first keys of all positions before one. */
  boolean cachesFirsts(int end) {
    return ratio == null && end <= Math.min(keys.length, presentCount());
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
      return sorted.members(words, low + from, low + to, rows);
    }
    int listed = sorted.members(words, high - to, high - from, rows);
    IntArrays.reverse(rows, 0, listed);
    return listed;
  }
}
