package io.offerengine.internal.column;

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

  /** The slots of the hash table per key: a quarter of them is used at most. */
  private static final int SLOTS_PER_KEY = 4;

  /** The bits of the golden ratio: Knuth's multiplicative hashing. */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  /** Most columns of too many values show that within so many rows, before memory is allocated. */
  private static final int FIRST_ROWS = 512;

  /**
   * Numbers the keys of a column; null if there are too many.
   *
   * @param stored the stored number of each row
   * @param absent the stored number of rows without a value
   * @param most how many keys there may be
   * @param keyOf returns the key of a stored number; two numbers may have one key, but no three
   */
  static @Nullable Numbered of(
      Packed stored, int rowCount, long absent, int most, LongUnaryOperator keyOf) {
    int mostStored = most + 1;
    int slots = Integer.highestOneBit(SLOTS_PER_KEY * mostStored);
    int shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
    long[] found = new long[mostStored];
    int[] numberIn = new int[slots];
    Arrays.fill(numberIn, ABSENT);
    int[] numbers = new int[Math.min(rowCount, FIRST_ROWS)];
    int count = 0;
    for (int row = 0; row < rowCount; row++) {
      if (row == numbers.length) {
        numbers = Arrays.copyOf(numbers, rowCount);
      }
      long number = stored.get(row);
      if (number == absent) {
        numbers[row] = ABSENT;
        continue;
      }
      int slot = (int) ((number * GOLDEN) >>> shift);
      while (numberIn[slot] != ABSENT && found[numberIn[slot]] != number) {
        slot = (slot + 1) & (slots - 1);
      }
      if (numberIn[slot] == ABSENT) {
        if (count == mostStored) {
          return null;
        }
        found[count] = number;
        numberIn[slot] = count++;
      }
      numbers[row] = numberIn[slot];
    }
    return ascending(Arrays.stream(found, 0, count).map(keyOf).toArray(), numbers, most);
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
