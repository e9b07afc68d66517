package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
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
public final class PrefixCache {
  /** The most positions of a cache, which are at most one in {@link #ROWS_PER_POSITION} rows. */
  static final int POSITIONS = 8192;

  /**
   * A greater number makes the copies of small segments smaller, a lesser one lets longer scans of
   * them read the copies.
   */
  static final int ROWS_PER_POSITION = 8;

  /** The most entries of bitmaps; a bitmap has one entry for each end. */
  private static final int MOST_BITMAPS = 32;

  /** The most entries of bitmaps of ranges: cached keys decide ranges, too. */
  private static final int MOST_RANGES = 16;

  /** The most entries of columns; a column has one entry for each end. */
  private static final int MOST_COLUMNS = 12;

  private static final Entry[] NONE = {};

  private final SortedPermutation sorted;
  private volatile Entry[] bitmaps = NONE;
  private volatile Entry[] columns = NONE;

  /** Set while a thread makes an entry. */
  private final AtomicBoolean gathering = new AtomicBoolean();

  private volatile long @Nullable [] leastKeys;
  private volatile long @Nullable [] greatestKeys;

  /**
   * The bits of a bitmap, or the keys of a column, from one end.
   *
   * @param values bits, or keys by position, where {@link NumericColumn#RARE_KEY} stands for
   *     absence
   */
  private record Entry(
      Object source,
      boolean descending,
      @SuppressWarnings("ArrayRecordComponent") long[] values,
      boolean hasAbsent) {}

  PrefixCache(SortedPermutation sorted) {
    this.sorted = sorted;
  }

  /** Returns the number of positions. */
  public int positions() {
    int most = Math.min(POSITIONS, (sorted.rowCount() + ROWS_PER_POSITION - 1) / ROWS_PER_POSITION);
    return Math.min(most, sorted.presentCount());
  }

  /**
   * Returns the keys of the permutation, not to be changed.
   *
   * @param descending whether the scan starts at the greatest key
   */
  public long[] keys(boolean descending) {
    long[] keys = descending ? greatestKeys : leastKeys;
    if (keys == null) {
      keys = gather(sorted.column(), descending).values;
      if (descending) {
        greatestKeys = keys;
      } else {
        leastKeys = keys;
      }
    }
    return keys;
  }

  /** Returns the rows by position. */
  private int[] rows(boolean descending) {
    int[] rows = new int[positions()];
    int last = sorted.presentCount() - 1;
    for (int position = 0; position < rows.length; position++) {
      rows[position] = sorted.row(descending ? last - position : position);
    }
    return rows;
  }

  /**
   * Returns the bits of a bitmap, not to be changed; null if there are too many entries.
   *
   * @param bitmap of the rows of the segment, never changed
   * @param isRange whether cached keys decide the condition, too
   * @param descending whether the scan starts at the greatest key
   */
  long @Nullable [] of(long[] bitmap, boolean isRange, boolean descending) {
    Entry entry = entry(bitmap, descending, isRange ? MOST_RANGES : MOST_BITMAPS);
    return entry == null ? null : entry.values;
  }

  /**
   * Returns the entry of a bitmap or a column, which is made if there is none; null if there are
   * too many entries of this kind, or another thread makes one.
   */
  private @Nullable Entry entry(Object source, boolean descending, int most) {
    boolean isColumn = source instanceof NumericColumn;
    Entry[] known = isColumn ? columns : bitmaps;
    Entry entry = find(known, source, descending);
    if (entry == null && known.length < most && gathering.compareAndSet(false, true)) {
      try {
        known = isColumn ? columns : bitmaps;
        entry = find(known, source, descending);
        if (entry == null && known.length < most) {
          entry =
              isColumn
                  ? gather((NumericColumn) source, descending)
                  : gather((long[]) source, descending);
          Entry[] more = Arrays.copyOf(known, known.length + 1);
          more[known.length] = entry;
          if (isColumn) {
            columns = more;
          } else {
            bitmaps = more;
          }
        }
      } finally {
        gathering.set(false);
      }
    }
    return entry;
  }

  @SuppressWarnings("ReferenceEquality") // bitmaps and columns are known by their identity
  private static @Nullable Entry find(Entry[] known, Object source, boolean descending) {
    for (Entry each : known) {
      if (each.source == source && each.descending == descending) {
        return each;
      }
    }
    return null;
  }

  private Entry gather(long[] bitmap, boolean descending) {
    int[] rows = rows(descending);
    long[] bits = new long[Bits.wordCount(rows.length)];
    for (int position = 0; position < rows.length; position++) {
      if (Bits.get(bitmap, rows[position])) {
        Bits.set(bits, position);
      }
    }
    return new Entry(bitmap, descending, bits, false);
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
    Entry entry = entry(range.column(), descending, MOST_COLUMNS);
    if (entry == null || (entry.hasAbsent && range.contains(NumericColumn.RARE_KEY))) {
      return null;
    }
    return entry.values;
  }

  private Entry gather(NumericColumn column, boolean descending) {
    int[] rows = rows(descending);
    long[] gathered = new long[rows.length];
    column.keysOr(rows, rows.length, NumericColumn.RARE_KEY, gathered);
    boolean hasAbsent = false;
    for (int position = 0; position < rows.length; position++) {
      hasAbsent |=
          gathered[position] == NumericColumn.RARE_KEY && !column.isPresent(rows[position]);
    }
    return new Entry(column, descending, gathered, hasAbsent);
  }
}
