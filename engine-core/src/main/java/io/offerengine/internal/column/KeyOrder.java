package io.offerengine.internal.column;

import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * Sorts rows by 64-bit keys. The sort is stable: rows with equal keys stay in their order.
 *
 * <p><b>Cost.</b> O(rows), by a radix sort; a look at each key if the keys ascend.
 */
public final class KeyOrder {
  private KeyOrder() {}

  /** Returns the rows by ascending key. */
  public static int[] of(long[] keys) {
    int[] rows = new int[keys.length];
    boolean isSorted = true;
    for (int row = 0; row < rows.length; row++) {
      rows[row] = row;
      isSorted &= row == 0 || keys[row - 1] <= keys[row];
    }
    if (!isSorted) {
      LongArrays.radixSortIndirect(rows, keys, true);
    }
    return rows;
  }
}
