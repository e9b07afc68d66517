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

  /** The slots of the hash table per key: about a quarter of them is used, and half at most. */
  private static final int SLOTS_PER_KEY = 4;

  /** The bits of the golden ratio: Knuth's multiplicative hashing. */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

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
    Found found = new Found(most + 1, absent);
    long[] block = new long[Math.min(rowCount, BLOCK)];
    int[] numbers = new int[block.length];
    for (int from = 0; from < rowCount; from += BLOCK) {
      int to = Math.min(rowCount, from + BLOCK);
      stored.get(from, to, block);
      numbers = from == BLOCK ? Arrays.copyOf(numbers, rowCount) : numbers;
      if (!found.number(block, to - from, numbers, from)) {
        return null;
      }
    }
    return ascending(found.keys(keyOf), numbers, most);
  }

  /** The different stored numbers found so far, in a hash table. */
  private static final class Found {
    private final long absent;
    private final long[] found;
    private int count;

    /** By slot, the place of a number in {@link #found}; {@link #ABSENT} if the slot is free. */
    private final int[] places;

    private final int shift;

    Found(int most, long absent) {
      int slots = Integer.highestOneBit(SLOTS_PER_KEY * most);
      this.absent = absent;
      this.found = new long[most];
      this.places = new int[slots];
      this.shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
      Arrays.fill(places, ABSENT);
    }

    /** Writes the place of each of some numbers; returns false if there are too many of them. */
    boolean number(long[] stored, int size, int[] target, int from) {
      for (int i = 0; i < size; i++) {
        long number = stored[i];
        int slot = (int) ((number * GOLDEN) >>> shift);
        while (places[slot] != ABSENT && found[places[slot]] != number) {
          slot = (slot + 1) & (places.length - 1);
        }
        if (places[slot] == ABSENT && number != absent) {
          if (count == found.length) {
            return false;
          }
          found[count] = number;
          places[slot] = count++;
        }
        target[from + i] = places[slot];
      }
      return true;
    }

    long[] keys(LongUnaryOperator keyOf) {
      return Arrays.stream(found, 0, count).map(keyOf).toArray();
    }
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
