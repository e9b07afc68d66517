package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.KeyOrder;
import io.offerengine.internal.column.NumericColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a numeric column, read once for all structures of its index.
 *
 * <p><b>Threads.</b> Confined to the building of one index.
 */
final class ColumnKeys {
  /** The slots of the hash table per key: a quarter of them is used at most. */
  private static final int SLOTS_PER_KEY = 4;

  /** The bits of the golden ratio: Knuth's multiplicative hashing. */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final long[] keys;
  private final long[] present;
  private final NumericStatistics statistics;

  /**
   * The different keys of a column, ascending, and for each row the number of its key; -1 if the
   * row has no value.
   */
  record Numbered(
      @SuppressWarnings("ArrayRecordComponent") long[] keys,
      @SuppressWarnings("ArrayRecordComponent") int[] values) {}

  private ColumnKeys(long[] keys, long[] present, NumericStatistics statistics) {
    this.keys = keys;
    this.present = present;
    this.statistics = statistics;
  }

  /** Reads a column batch by batch. */
  static ColumnKeys read(NumericColumn column, int rowCount) {
    long[] keys = new long[rowCount];
    long[] present = new long[Bits.wordCount(rowCount)];
    int[] rows = new int[Scratch.BATCH];
    long[] batch = new long[Scratch.BATCH];
    long[] extremes = {Long.MAX_VALUE, Long.MIN_VALUE};
    RowBatches all = RowBatches.all(rowCount);
    for (int size = all.next(rows); size > 0; size = all.next(rows)) {
      column.keysOr(rows, size, NumericColumn.RARE_KEY, batch);
      System.arraycopy(batch, 0, keys, rows[0], size);
      for (int from = rows[0]; from < rows[0] + size; from += Long.SIZE) {
        int to = Math.min(from + Long.SIZE, rows[0] + size);
        present[from >>> 6] = present(column, keys, from, to, extremes);
      }
    }
    NumericStatistics known =
        new NumericStatistics(extremes[0], extremes[1], Bits.count(present), rowCount);
    return new ColumnKeys(keys, present, known);
  }

  /** Returns which of up to 64 rows have a value, and widens the extremes to their keys. */
  private static long present(
      NumericColumn column, long[] keys, int from, int to, long[] extremes) {
    long word = 0;
    long low = extremes[0];
    long high = extremes[1];
    for (int row = from; row < to; row++) {
      long key = keys[row];
      if (key != NumericColumn.RARE_KEY || column.isPresent(row)) {
        word |= 1L << row;
        low = Math.min(low, key);
        high = Math.max(high, key);
      }
    }
    extremes[0] = low;
    extremes[1] = high;
    return word;
  }

  NumericStatistics statistics() {
    return statistics;
  }

  /** Numbers the different keys; null if there are too many. */
  @Nullable Numbered number(int maxKeys) {
    return number(keys, present, maxKeys);
  }

  /** Numbers the different ones of some keys; null if there are too many. */
  static @Nullable Numbered number(long[] keys, int maxKeys) {
    return number(keys, Bits.all(keys.length), maxKeys);
  }

  private static @Nullable Numbered number(long[] keys, long[] present, int maxKeys) {
    int slots = Integer.highestOneBit(SLOTS_PER_KEY * maxKeys);
    int shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
    int[] numberOf = new int[slots];
    Arrays.fill(numberOf, -1);
    long[] found = new long[maxKeys];
    int[] values = new int[keys.length];
    int count = 0;
    for (int row = 0; row < keys.length; row++) {
      if (!Bits.get(present, row)) {
        values[row] = -1;
        continue;
      }
      long key = keys[row];
      int slot = (int) ((key * GOLDEN) >>> shift);
      while (numberOf[slot] >= 0 && found[numberOf[slot]] != key) {
        slot = (slot + 1) & (slots - 1);
      }
      if (numberOf[slot] < 0) {
        if (count == maxKeys) {
          return null;
        }
        found[count] = key;
        numberOf[slot] = count++;
      }
      values[row] = numberOf[slot];
    }
    return ascending(Arrays.copyOf(found, count), values);
  }

  private static Numbered ascending(long[] found, int[] values) {
    long[] sorted = found.clone();
    Arrays.sort(sorted);
    int[] ranks = new int[found.length];
    for (int number = 0; number < found.length; number++) {
      ranks[number] = Arrays.binarySearch(sorted, found[number]);
    }
    for (int row = 0; row < values.length; row++) {
      values[row] = values[row] < 0 ? -1 : ranks[values[row]];
    }
    return new Numbered(sorted, values);
  }

  /**
   * Returns the rows by key, equal keys by row, absent rows last; null if that is storage order.
   */
  int @Nullable [] sortedRows() {
    int size = statistics.present();
    int[] rows = new int[keys.length];
    long[] presentKeys = size == keys.length ? keys : new long[size];
    int next = 0;
    int absent = size;
    boolean lie = true;
    for (int row = 0; row < keys.length; row++) {
      if (Bits.get(present, row)) {
        lie &= next == row && (row == 0 || keys[row] >= keys[row - 1]);
        presentKeys[next] = keys[row];
        rows[next++] = row;
      } else {
        rows[absent++] = row;
      }
    }
    if (lie) {
      return null;
    }
    int[] order = KeyOrder.of(presentKeys);
    if (size == keys.length) {
      return order;
    }
    for (int i = 0; i < size; i++) {
      order[i] = rows[order[i]];
    }
    System.arraycopy(order, 0, rows, 0, size);
    return rows;
  }
}
