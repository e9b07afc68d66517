package io.offerengine.internal.index;

import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.NumericColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The least and the greatest key that other columns have among the first rows of a permutation,
 * from either end: where two fields go with each other, or against each other, a range of the one
 * tells up to which rank no row is in a range of the other. They are the cumulative form of small
 * materialized aggregates (Moerkotte, 1998).
 *
 * <p>A column's are gathered when searches by the permutation and others have found nothing {@link
 * #MISSES} times, one column's at a time: until then these intersect bitmaps, which takes long only
 * in large segments.
 *
 * <p><b>Cost.</b> Gathering reads the keys of all rows once, in the order of the permutation; what
 * is kept are two keys for every {@link #STEP} rows.
 *
 * <p><b>Threads.</b> Safe for all: what is kept is replaced, never changed.
 */
final class RankExtremes {
  /** So many ranks are told together. */
  static final int STEP = 256;

  /** Fewer rows have no splitters, and are read through faster. */
  static final int MIN_ROWS = 4096;

  /** So many searches that found nothing pay for what gathering takes. */
  static final int MISSES = 16;

  /** A column and an end count as one; further ones are not gathered. */
  private static final int MOST = 8;

  private static final Extremes[] NONE = {};

  private final SortedPermutation sorted;
  private volatile Extremes[] kept = NONE;

  /** Counted without care: one that is lost only puts gathering off. */
  private int misses;

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

  RankExtremes(SortedPermutation sorted) {
    this.sorted = sorted;
  }

  /**
   * Returns how many of the first rows from an end are known to have no key in a range: a multiple
   * of {@link #STEP}, or all that have a rank by their value; 0 where nothing is known.
   *
   * @param descending whether the end is that of the greatest keys
   */
  int passed(KeyRange range, boolean descending) {
    Extremes[] known = kept;
    Extremes extremes = find(known, range.column(), descending);
    if (extremes == null) {
      return 0;
    }
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
    return kept.length == 0;
  }

  /**
   * Notes that a search for a range of ranks from an end found nothing; returns whether that
   * happened so often that something may be gathered.
   */
  boolean noteMiss() {
    misses++;
    return sorted.rowCount() >= MIN_ROWS && misses >= MISSES;
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
   * Gathers what is to be kept of a column; returns whether it did: not where that is kept, or too
   * many others are.
   */
  boolean gather(NumericColumn column, boolean descending) {
    return isWanted(column, descending) && gatherOnce(column, descending);
  }

  private boolean isWanted(NumericColumn column, boolean descending) {
    Extremes[] known = kept;
    return known.length < MOST && find(known, column, descending) == null;
  }

  private synchronized boolean gatherOnce(NumericColumn column, boolean descending) {
    if (!isWanted(column, descending)) {
      return false;
    }
    misses = 0;
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
    Extremes[] earlier = kept;
    Extremes[] more = Arrays.copyOf(earlier, earlier.length + 1);
    more[earlier.length] = extremes;
    kept = more;
    return true;
  }

  /** Returns the memory of what is kept now, in bytes. */
  long bytes() {
    Extremes[] known = kept;
    long bytes = Footprint.object(2 * Footprint.REFERENCE + Integer.BYTES);
    bytes += known.length == 0 ? 0 : Footprint.array(known.length, Footprint.REFERENCE);
    for (Extremes extremes : known) {
      bytes += Footprint.object(3 * Footprint.REFERENCE + 1);
      bytes += 2 * Footprint.array(extremes.least.length, Long.BYTES);
    }
    return bytes;
  }
}
