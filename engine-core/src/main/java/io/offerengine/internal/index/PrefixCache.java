package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.NumericColumn;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the first rows of walks through a permutation, from either end, in the order of
 * the walk: their keys, a bit for each that a bitmap has, and the keys that they have in other
 * columns. So conditions are told from what lies together, not from a row here and a row there.
 *
 * <p>All are gathered when they are first asked for, and kept; of bitmaps and columns a few.
 *
 * <p><b>Cost.</b> Gathering reads a key or a bit of each of up to {@link #PLACES} rows once.
 *
 * <p><b>Threads.</b> Safe for all, and nobody waits: what is kept is replaced, never changed. While
 * one thread gathers of a bitmap or a column, others are told nothing of those not kept yet; two
 * may gather the keys of the permutation itself, one of them in vain.
 */
final class PrefixCache {
  /** So many rows of a walk at most, and one of so many of the segment's. */
  static final int PLACES = 8192;

  static final int ROWS_PER_PLACE = 8;

  /** A bitmap and an end count as one; further ones are not gathered. */
  private static final int MOST_BITMAPS = 32;

  /** Beyond so many, bitmaps of ranges are not gathered: keys tell of these, too. */
  private static final int MOST_RANGES = 16;

  /** A column and an end count as one; further ones are not gathered. */
  private static final int MOST_COLUMNS = 12;

  private static final Keys[] NO_COLUMNS = {};

  private static final Bitmap[] NO_BITMAPS = {};

  private final SortedPermutation sorted;
  private volatile Bitmap[] bitmaps = NO_BITMAPS;
  private volatile Keys[] columns = NO_COLUMNS;

  /** Set while a thread gathers of a bitmap or a column. */
  private final AtomicBoolean gathering = new AtomicBoolean();

  private volatile long @Nullable [] leastKeys;
  private volatile long @Nullable [] greatestKeys;

  /** The bits of a bitmap from one end. */
  private static final class Bitmap {
    private final long[] bitmap;
    private final boolean descending;
    private final long[] bits;

    Bitmap(long[] bitmap, boolean descending, long[] bits) {
      this.bitmap = bitmap;
      this.descending = descending;
      this.bits = bits;
    }

    @SuppressWarnings("ReferenceEquality") // a bitmap is known by its identity
    boolean is(long[] other, boolean otherDescending) {
      return bitmap == other && descending == otherDescending;
    }
  }

  /** The keys of a column from one end. */
  private static final class Keys {
    private final NumericColumn column;
    private final boolean descending;

    /** {@link NumericColumn#RARE_KEY} stands for absence. */
    private final long[] keys;

    private final boolean hasAbsent;

    Keys(NumericColumn column, boolean descending, long[] keys, boolean hasAbsent) {
      this.column = column;
      this.descending = descending;
      this.keys = keys;
      this.hasAbsent = hasAbsent;
    }

    @SuppressWarnings("ReferenceEquality") // a column is known by its identity
    boolean is(NumericColumn other, boolean otherDescending) {
      return column == other && descending == otherDescending;
    }
  }

  PrefixCache(SortedPermutation sorted) {
    this.sorted = sorted;
  }

  /** Returns of how many rows something is kept. */
  int places() {
    int most = Math.min(PLACES, (sorted.rowCount() + ROWS_PER_PLACE - 1) / ROWS_PER_PLACE);
    return Math.min(most, sorted.presentCount());
  }

  /**
   * Returns the keys, not to be changed.
   *
   * @param descending whether the walk begins with the greatest key
   */
  long[] keys(boolean descending) {
    long[] keys = descending ? greatestKeys : leastKeys;
    if (keys == null) {
      keys = new long[places()];
      for (int place = 0; place < keys.length; place++) {
        keys[place] = sorted.key(rank(place, descending));
      }
      if (descending) {
        greatestKeys = keys;
      } else {
        leastKeys = keys;
      }
    }
    return keys;
  }

  private int rank(int place, boolean descending) {
    return descending ? sorted.presentCount() - 1 - place : place;
  }

  /**
   * Returns the bits of a bitmap, not to be changed; null where too many others are kept.
   *
   * @param bitmap of the rows of the segment, never changed
   * @param isRange whether it is of a condition that keys tell, too
   * @param descending whether the walk begins with the greatest key
   */
  long @Nullable [] of(long[] bitmap, boolean isRange, boolean descending) {
    Bitmap[] known = bitmaps;
    long[] bits = find(known, bitmap, descending);
    boolean hasRoom = known.length < (isRange ? MOST_RANGES : MOST_BITMAPS);
    if (bits != null || !hasRoom || !gathering.compareAndSet(false, true)) {
      return bits;
    }
    try {
      return gather(bitmap, descending);
    } finally {
      gathering.set(false);
    }
  }

  private static long @Nullable [] find(Bitmap[] known, long[] bitmap, boolean descending) {
    for (Bitmap each : known) {
      if (each.is(bitmap, descending)) {
        return each.bits;
      }
    }
    return null;
  }

  private long @Nullable [] gather(long[] bitmap, boolean descending) {
    long[] earlier = find(bitmaps, bitmap, descending);
    if (earlier != null || bitmaps.length == MOST_BITMAPS) {
      return earlier;
    }
    int places = places();
    long[] bits = new long[Bits.wordCount(places)];
    for (int place = 0; place < places; place++) {
      int row = sorted.row(rank(place, descending));
      if (Bits.get(bitmap, row)) {
        Bits.set(bits, place);
      }
    }
    Bitmap[] more = Arrays.copyOf(bitmaps, bitmaps.length + 1);
    more[bitmaps.length] = new Bitmap(bitmap, descending, bits);
    bitmaps = more;
    return bits;
  }

  /**
   * Returns the keys of a range's column, not to be changed, of which those in the range tell the
   * rows that it accepts; null where they don't, or too many others are kept.
   *
   * @param descending whether the walk begins with the greatest key
   */
  long @Nullable [] keys(KeyRange range, boolean descending) {
    if (sorted.isOf(range.column())) {
      return keys(descending);
    }
    Keys keys = find(columns, range.column(), descending);
    boolean hasRoom = columns.length < MOST_COLUMNS;
    if (keys == null && hasRoom && gathering.compareAndSet(false, true)) {
      try {
        keys = gather(range.column(), descending);
      } finally {
        gathering.set(false);
      }
    }
    if (keys == null || (keys.hasAbsent && range.contains(NumericColumn.RARE_KEY))) {
      return null;
    }
    return keys.keys;
  }

  private static @Nullable Keys find(Keys[] known, NumericColumn column, boolean descending) {
    for (Keys keys : known) {
      if (keys.is(column, descending)) {
        return keys;
      }
    }
    return null;
  }

  private @Nullable Keys gather(NumericColumn column, boolean descending) {
    Keys earlier = find(columns, column, descending);
    if (earlier != null || columns.length == MOST_COLUMNS) {
      return earlier;
    }
    int[] rows = new int[places()];
    for (int place = 0; place < rows.length; place++) {
      rows[place] = sorted.row(rank(place, descending));
    }
    long[] gathered = new long[rows.length];
    column.keysOr(rows, rows.length, NumericColumn.RARE_KEY, gathered);
    boolean hasAbsent = false;
    for (int place = 0; place < rows.length; place++) {
      hasAbsent |= gathered[place] == NumericColumn.RARE_KEY && !column.isPresent(rows[place]);
    }
    Keys[] more = Arrays.copyOf(columns, columns.length + 1);
    Keys keys = new Keys(column, descending, gathered, hasAbsent);
    more[columns.length] = keys;
    columns = more;
    return keys;
  }

  /** Returns the memory of what is kept now, in bytes. */
  long bytes() {
    Bitmap[] known = bitmaps;
    long[] least = leastKeys;
    long[] greatest = greatestKeys;
    long bits =
        Footprint.object(2 * Footprint.REFERENCE + 1)
            + Footprint.array(Bits.wordCount(places()), Long.BYTES);
    Keys[] keys = columns;
    long gathered =
        Footprint.object(2 * Footprint.REFERENCE + 2) + Footprint.array(places(), Long.BYTES);
    long bytes = Footprint.object(6 * Footprint.REFERENCE) + keys.length * gathered;
    bytes += Footprint.object(Integer.BYTES); // of the flag
    bytes += keys.length == 0 ? 0 : Footprint.array(keys.length, Footprint.REFERENCE);
    bytes += known.length == 0 ? 0 : Footprint.array(known.length, Footprint.REFERENCE);
    bytes += least == null ? 0 : Footprint.array(least.length, Long.BYTES);
    bytes += greatest == null ? 0 : Footprint.array(greatest.length, Long.BYTES);
    return bytes + known.length * bits;
  }
}
