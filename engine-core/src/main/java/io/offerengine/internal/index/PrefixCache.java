package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.NumericColumn;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Copies of keys and bits of the first rows of a permutation, from either end, in the order of a
 * scan: the keys of the permutation, the keys of other columns, and the bits of bitmaps. A scan
 * that starts at an end checks conditions on these copies, which lie side by side, instead of on
 * rows all over the segment.
 *
 * <p>An entry is made when a search first needs it, and stays with the segment. Plans do not depend
 * on which entries exist: a search without an entry reads the rows instead, and finds the same.
 *
 * <p><b>Cost.</b> Making an entry reads a key or a bit of up to {@link #POSITIONS} rows once.
 *
 * <p><b>Threads.</b> Safe for all, without waiting: entries are replaced, never changed. While one
 * thread makes an entry of a bitmap or column, the others go on without it. Two threads may make
 * the keys of the permutation at once; one copy is dropped.
 */
final class PrefixCache {
  /** The most positions of a cache, which are at most one in {@link #ROWS_PER_POSITION} rows. */
  static final int POSITIONS = 8192;

  static final int ROWS_PER_POSITION = 8;

  /** The most entries of bitmaps; a bitmap has one entry for each end. */
  private static final int MOST_BITMAPS = 32;

  /** The most entries of bitmaps of ranges: cached keys decide ranges, too. */
  private static final int MOST_RANGES = 16;

  /** The most entries of columns; a column has one entry for each end. */
  private static final int MOST_COLUMNS = 12;

  private static final Keys[] NO_COLUMNS = {};

  private static final Bitmap[] NO_BITMAPS = {};

  private final SortedPermutation sorted;
  private volatile Bitmap[] bitmaps = NO_BITMAPS;
  private volatile Keys[] columns = NO_COLUMNS;

  /** Set while a thread makes an entry. */
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

    /** By position; {@link NumericColumn#RARE_KEY} stands for absence. */
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

  /** Returns the number of positions. */
  int positions() {
    int most = Math.min(POSITIONS, (sorted.rowCount() + ROWS_PER_POSITION - 1) / ROWS_PER_POSITION);
    return Math.min(most, sorted.presentCount());
  }

  /**
   * Returns the keys of the permutation, not to be changed.
   *
   * @param descending whether the scan starts at the greatest key
   */
  long[] keys(boolean descending) {
    long[] keys = descending ? greatestKeys : leastKeys;
    if (keys == null) {
      keys = new long[positions()];
      for (int position = 0; position < keys.length; position++) {
        keys[position] = sorted.key(rank(position, descending));
      }
      if (descending) {
        greatestKeys = keys;
      } else {
        leastKeys = keys;
      }
    }
    return keys;
  }

  private int rank(int position, boolean descending) {
    return descending ? sorted.presentCount() - 1 - position : position;
  }

  /**
   * Returns the bits of a bitmap, not to be changed; null if there are too many entries.
   *
   * @param bitmap of the rows of the segment, never changed
   * @param isRange whether cached keys decide the condition, too
   * @param descending whether the scan starts at the greatest key
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
    int positions = positions();
    long[] bits = new long[Bits.wordCount(positions)];
    for (int position = 0; position < positions; position++) {
      int row = sorted.row(rank(position, descending));
      if (Bits.get(bitmap, row)) {
        Bits.set(bits, position);
      }
    }
    Bitmap[] more = Arrays.copyOf(bitmaps, bitmaps.length + 1);
    more[bitmaps.length] = new Bitmap(bitmap, descending, bits);
    bitmaps = more;
    return bits;
  }

  /**
   * Returns the keys of the column of a range, not to be changed. The range accepts exactly the
   * rows whose cached keys it contains; null if that is not so, or if there are too many entries.
   *
   * @param descending whether the scan starts at the greatest key
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
    int[] rows = new int[positions()];
    for (int position = 0; position < rows.length; position++) {
      rows[position] = sorted.row(rank(position, descending));
    }
    long[] gathered = new long[rows.length];
    column.keysOr(rows, rows.length, NumericColumn.RARE_KEY, gathered);
    boolean hasAbsent = false;
    for (int position = 0; position < rows.length; position++) {
      hasAbsent |=
          gathered[position] == NumericColumn.RARE_KEY && !column.isPresent(rows[position]);
    }
    Keys[] more = Arrays.copyOf(columns, columns.length + 1);
    Keys keys = new Keys(column, descending, gathered, hasAbsent);
    more[columns.length] = keys;
    columns = more;
    return keys;
  }

  /** Returns the memory of the entries, in bytes. */
  long bytes() {
    Bitmap[] known = bitmaps;
    long[] least = leastKeys;
    long[] greatest = greatestKeys;
    long bits =
        Footprint.object(2 * Footprint.REFERENCE + 1)
            + Footprint.array(Bits.wordCount(positions()), Long.BYTES);
    Keys[] keys = columns;
    long gathered =
        Footprint.object(2 * Footprint.REFERENCE + 2) + Footprint.array(positions(), Long.BYTES);
    long bytes = Footprint.object(6 * Footprint.REFERENCE) + keys.length * gathered;
    bytes += Footprint.object(Integer.BYTES); // of the flag
    bytes += keys.length == 0 ? 0 : Footprint.array(keys.length, Footprint.REFERENCE);
    bytes += known.length == 0 ? 0 : Footprint.array(known.length, Footprint.REFERENCE);
    bytes += least == null ? 0 : Footprint.array(least.length, Long.BYTES);
    bytes += greatest == null ? 0 : Footprint.array(greatest.length, Long.BYTES);
    return bytes + known.length * bits;
  }
}
