package io.offerengine.internal.index;

import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.NumericColumn;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * The rows of a segment sorted by a numeric column: by key, equal keys by row, absent rows last.
 *
 * <p><b>Cost.</b> {@link #rank} is a binary search, O(log rows) reads of the column; four bytes a
 * row.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class SortedPermutation {
  private final NumericColumn column;
  private final int[] rows;
  private final int present;

  private SortedPermutation(NumericColumn column, int[] rows, int present) {
    this.column = column;
    this.rows = rows;
    this.present = present;
  }

  static SortedPermutation of(NumericColumn column, int rowCount) {
    int[] rows = new int[rowCount];
    long[] keys = new long[rowCount];
    int present = 0;
    for (int row = 0; row < rowCount; row++) {
      if (column.isPresent(row)) {
        rows[present++] = row;
        keys[row] = column.key(row);
      }
    }
    int[] sorted = Arrays.copyOf(rows, present);
    LongArrays.radixSortIndirect(sorted, keys, true);
    System.arraycopy(sorted, 0, rows, 0, present);
    int end = present;
    for (int row = 0; row < rowCount; row++) {
      if (!column.isPresent(row)) {
        rows[end++] = row;
      }
    }
    return new SortedPermutation(column, rows, present);
  }

  /** Returns the number of rows whose key is below a key. */
  int rank(long key) {
    int low = 0;
    int high = present;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean below = column.key(rows[middle]) < key;
      low = below ? middle + 1 : low;
      high = below ? high : middle;
    }
    return low;
  }

  /** Returns the row at a place. */
  int row(int place) {
    return rows[place];
  }

  /** Returns the number of rows that have a value; absent rows stand from here on. */
  int presentCount() {
    return present;
  }

  int rowCount() {
    return rows.length;
  }

  long bytes() {
    return Footprint.array(rows.length, Integer.BYTES);
  }
}
