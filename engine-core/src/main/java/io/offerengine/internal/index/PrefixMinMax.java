package io.offerengine.internal.index;

import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.NumericColumn;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The least and the greatest key that other columns have among the first rows of a permutation,
 * from either end: where two fields go with each other, or against each other, a range of the one
 * tells up to which rank no row is in a range of the other. They are the cumulative form of small
 * materialized aggregates (Moerkotte, 1998).
 *
 * <p>A column's are gathered when searches by the permutation and others have found nothing {@link
 * #MISSES} times, one column's at a time, and kept if they would have told that: until then these
 * intersect bitmaps, which takes long only in large segments.
 *
 * <p><b>Cost.</b> Gathering reads the keys of all rows once, in the order of the permutation; what
 * is kept are two keys for every {@link #STEP} rows.
 *
 * <p><b>Threads.</b> Safe for all, and nobody waits: what is kept is replaced, never changed, and
 * while one thread gathers, the others go on without.
 */
final class PrefixMinMax {
  /** So many ranks are told together. */
  static final int STEP = 256;

  /** Fewer rows have no splitters, and are read through faster. */
  static final int MIN_ROWS = 4096;

  /** So many searches that found nothing pay for what gathering takes. */
  static final int MISSES = 16;

  /** However often gathering was for nothing, it is tried again after so many. */
  private static final int MOST_MISSES = 1 << 20;

  /** A column and an end count as one; further ones are not gathered. */
  private static final int MOST = 8;

  private static final Extremes[] NONE = {};

  private final SortedPermutation sorted;
  private volatile Extremes[] known = NONE;

  /** Set while a thread gathers. */
  private final AtomicBoolean gathering = new AtomicBoolean();

  /** Counted without care: one that is lost only puts gathering off. */
  private int misses;

  /** So many are to pay for the next time; twice as many where the last time was for nothing. */
  private int missesToPay = MISSES;

  /** How often all rows were read. */
  private int passes;

  /**
   * Those of a column: of the first {@code (i + 1) * STEP} rows from an end the least and the
   * greatest key; those without a value have none.
   */
  private static final class Extremes {
    private final NumericColumn column;
    private final boolean descending;
    private final long[] least;
    private final long[] greatest;

    Extremes(NumericColumn column, boolean descending, int steps) {
      this.column = column;
      this.descending = descending;
      this.least = new long[steps];
      this.greatest = new long[steps];
    }

    @SuppressWarnings("ReferenceEquality") // a column is known by its identity
    boolean is(NumericColumn other, boolean otherDescending) {
      return column == other && descending == otherDescending;
    }
  }

  PrefixMinMax(SortedPermutation sorted) {
    this.sorted = sorted;
  }

  /**
   * Returns how many of the first rows from an end are known to have no key in a range: a multiple
   * of {@link #STEP}, or all that have a rank by their value; 0 where nothing is known.
   *
   * @param descending whether the end is that of the greatest keys
   */
  int passed(KeyRange range, boolean descending) {
    Extremes extremes = find(known, range.column(), descending);
    return extremes == null ? 0 : passed(extremes, range);
  }

  private int passed(Extremes extremes, KeyRange range) {
    int low = 0;
    int high = extremes.least.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean none =
          extremes.greatest[middle] < range.low() || extremes.least[middle] > range.high();
      low = none ? middle + 1 : low;
      high = none ? high : middle;
    }
    return Math.min(low * STEP, sorted.presentCount());
  }

  /** Returns whether nothing is kept of any column. */
  boolean isEmpty() {
    return known.length == 0;
  }

  /**
   * Notes that a search for a range of ranks from an end found nothing; returns whether that
   * happened so often that something may be gathered.
   */
  boolean noteMiss() {
    misses++;
    return sorted.rowCount() >= MIN_ROWS && misses >= missesToPay && known.length < MOST;
  }

  /** Returns how often something was gathered, for nothing or not. */
  int passes() {
    return passes;
  }

  private static @Nullable Extremes find(
      Extremes[] known, NumericColumn column, boolean descending) {
    for (Extremes extremes : known) {
      if (extremes.is(column, descending)) {
        return extremes;
      }
    }
    return null;
  }

  /**
   * Gathers what is to be kept of the column of a range, and keeps it if it tells that the first
   * ranks have no row in the range; returns whether it looked: not where something is kept of the
   * column, or another thread gathers.
   *
   * @param descending whether the end is that of the greatest keys
   * @param ranks how many of the first ranks it has to tell of
   */
  boolean gather(KeyRange range, boolean descending, int ranks) {
    if (find(known, range.column(), descending) != null || !gathering.compareAndSet(false, true)) {
      return false;
    }
    try {
      Extremes[] earlier = known;
      if (earlier.length == MOST || find(earlier, range.column(), descending) != null) {
        return false;
      }
      Extremes extremes = gather(range.column(), descending);
      passes++;
      misses = 0;
      if (passed(extremes, range) >= ranks) {
        Extremes[] more = Arrays.copyOf(earlier, earlier.length + 1);
        more[earlier.length] = extremes;
        known = more;
      } else {
        missesToPay = Math.min(2 * missesToPay, MOST_MISSES);
      }
      return true;
    } finally {
      gathering.set(false);
    }
  }

  private Extremes gather(NumericColumn column, boolean descending) {
    int present = sorted.presentCount();
    Extremes extremes = new Extremes(column, descending, (present + STEP - 1) / STEP);
    int[] rows = new int[STEP];
    long[] keys = new long[STEP];
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int step = 0; step < extremes.least.length; step++) {
      int from = step * STEP;
      int size = Math.min(STEP, present - from);
      for (int i = 0; i < size; i++) {
        rows[i] = sorted.row(descending ? present - 1 - from - i : from + i);
      }
      column.keysOr(rows, size, NumericColumn.RARE_KEY, keys);
      for (int i = 0; i < size; i++) {
        if (keys[i] != NumericColumn.RARE_KEY || column.isPresent(rows[i])) {
          least = Math.min(least, keys[i]);
          greatest = Math.max(greatest, keys[i]);
        }
      }
      extremes.least[step] = least;
      extremes.greatest[step] = greatest;
    }
    return extremes;
  }

  /** Returns the memory of what is kept now, in bytes. */
  long bytes() {
    Extremes[] current = known;
    long bytes = Footprint.object(3 * Footprint.REFERENCE + 3 * Integer.BYTES);
    bytes += Footprint.object(Integer.BYTES); // of the flag
    bytes += current.length == 0 ? 0 : Footprint.array(current.length, Footprint.REFERENCE);
    for (Extremes extremes : current) {
      bytes += Footprint.object(3 * Footprint.REFERENCE + 1);
      bytes += 2 * Footprint.array(extremes.least.length, Long.BYTES);
    }
    return bytes;
  }
}
