package io.offerengine.internal.exec;

import io.offerengine.internal.index.PrefixFilter;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.OrderAccess;
import io.offerengine.internal.plan.SegmentPlan;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a segment in the order in which a walk comes to them: place 0 is that of the row with
 * the best first key. Rows without one have the last places.
 *
 * <p>Of the first places of a walk that begins at an end of its permutation, keys and bits are kept
 * beside each other.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class RankPositions {
  private static final long[] NO_KEYS = {};

  private final SortedPermutation sorted;
  private final boolean descending;

  /** Null where the rows are sorted by the first key itself. */
  private final @Nullable RatioBounds scale;

  /** The ranks that have a first key and may match. */
  private final int low;

  private final int high;
  private final int size;

  /** The keys of the first places; none where the walk begins elsewhere. */
  private final long[] keys;

  RankPositions(OrderAccess order) {
    this.sorted = Objects.requireNonNull(order.sorted());
    this.descending = order.descending();
    this.scale = order.scale();
    RangeClause range = order.range();
    int present = sorted.presentCount();
    this.low = range == null ? 0 : Math.min(range.fromRank(), present);
    this.high = range == null ? present : Math.max(low, Math.min(range.toRank(), present));
    boolean includesAbsent = range == null || range.toRank() > present;
    this.size = high - low + (includesAbsent ? sorted.rowCount() - present : 0);
    boolean beginsAtEnd = high > low && (descending ? high == present : low == 0);
    this.keys = beginsAtEnd ? sorted.firstKeys(descending) : NO_KEYS;
  }

  /** Returns the number of places. */
  int size() {
    return size;
  }

  /** Returns the number of places of rows with a first key. */
  int presentCount() {
    return high - low;
  }

  /** Returns whether rows come in the order of the first key. */
  boolean isOrdered() {
    return scale == null;
  }

  /** Returns what the first places are told of beside each other; null where they are not. */
  @Nullable PrefixFilter head(SegmentPlan plan) {
    return keys.length == 0
        ? null
        : PrefixFilter.of(sorted, descending, plan.leading(), plan.residual());
  }

  /** Returns the row at a place. */
  int row(int place) {
    if (place >= high - low) {
      return sorted.row(sorted.presentCount() + place - (high - low));
    }
    return sorted.row(descending ? high - 1 - place : low + place);
  }

  /** Returns the first number at a place that has one, or a bound of it. */
  long first(int place) {
    long key = place < keys.length ? keys[place] : sorted.keyOf(row(place));
    key = scale == null ? key : scale.bound(key, descending);
    return descending ? ~key : key;
  }

  /** Returns whether places before one all have first numbers, which are read as they lie. */
  boolean keepsFirsts(int end) {
    return scale == null && end <= Math.min(keys.length, presentCount());
  }

  /**
   * Returns where the places end that have the first number of the one before: rows of one first
   * number have to be looked at together, whatever comes first among them.
   *
   * @param from the place after the first of these
   * @param to no later than here
   */
  int endOfTies(int from, int to) {
    int end = from;
    while (end < to && first(end) == first(end - 1)) {
      end++;
    }
    return end;
  }

  /** Returns the first of a run of places whose first number exceeds a cutoff; its end if none. */
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

  /** Lists the rows of a bitmap at some places that have a first key; returns how many. */
  int members(long[] words, int from, int to, int[] rows) {
    if (!descending) {
      return sorted.members(words, low + from, low + to, rows);
    }
    int listed = sorted.members(words, high - to, high - from, rows);
    IntArrays.reverse(rows, 0, listed);
    return listed;
  }
}
