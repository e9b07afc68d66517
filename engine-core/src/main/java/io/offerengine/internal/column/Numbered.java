package io.offerengine.internal.column;

import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The different keys of a column of few values, and which of them each row has.
 *
 * @param keys the different keys, ascending
 * @param values for each row the number of its key; {@link #ABSENT} for a row without a value
 */
public record Numbered(
    @SuppressWarnings("ArrayRecordComponent") long[] keys,
    @SuppressWarnings("ArrayRecordComponent") int[] values) {
  /** The number of a row without a value. */
  public static final int ABSENT = -1;

  /**
   * The rows that are numbered at a time. If a column has too many values, its first rows mostly
   * show that, before memory for all rows is allocated.
   */
  private static final int BLOCK = 512;

  /**
   * Numbers the keys of a column; null if there are too many.
   *
   * @param stored the stored number of each row
   * @param absent the stored number of rows without a value
   * @param most how many keys there may be
   * @param keyOf returns the key of a stored number; at most two numbers share a key, 0.0 and -0.0
   */
  static @Nullable Numbered of(
      Packed stored, int rowCount, long absent, int most, LongUnaryOperator keyOf) {
    Long2IntOpenHashMap places = new Long2IntOpenHashMap(most + 1, Hash.FAST_LOAD_FACTOR);
    places.defaultReturnValue(ABSENT);
    long[] found = new long[most + 1];
    long[] block = new long[Math.min(rowCount, BLOCK)];
    int[] numbers = new int[block.length];
    for (int from = 0; from < rowCount; from += BLOCK) {
      int to = Math.min(rowCount, from + BLOCK);
      stored.get(from, to, block);
      numbers = from == BLOCK ? Arrays.copyOf(numbers, rowCount) : numbers;
      for (int row = from; row < to; row++) {
        long number = block[row - from];
        int place = places.get(number);
        if (place == ABSENT && number != absent) {
          place = places.size();
          if (place == found.length) {
            return null;
          }
          found[place] = number;
          places.put(number, place);
        }
        numbers[row] = place;
      }
    }
    long[] keys = Arrays.stream(found, 0, places.size()).map(keyOf).toArray();
    return ascending(keys, numbers, most);
  }

  /** Numbers keys in their order; equal keys have one number. */
  private static @Nullable Numbered ascending(long[] found, int[] numbers, int most) {
    long[] keys = Arrays.stream(found).sorted().distinct().toArray();
    if (keys.length > most) {
      return null;
    }
    int[] ranks = Arrays.stream(found).mapToInt(key -> Arrays.binarySearch(keys, key)).toArray();
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = numbers[row] == ABSENT ? ABSENT : ranks[numbers[row]];
    }
    return new Numbered(keys, numbers);
  }
}
