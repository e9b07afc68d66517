package io.offerengine.internal.column;

/**
 * Sorts rows by 64-bit keys. The sort is stable: rows with equal keys stay in their order.
 *
 * <p>A radix sort orders words of 64 bits: the upper half has 32 bits of a key, the lower half the
 * row. Passes read these words in sequence, while reads of the keys themselves would be random. The
 * 32 bits are the highest bits in which the keys differ. If words agree in these bits, their keys
 * are usually equal; otherwise the run of words is sorted again, by the lower bits.
 *
 * <p><b>Cost.</b> O(rows) time, at most three passes over nearly all keys. 16 bytes of memory per
 * row while it sorts.
 *
 * <p><b>Threads.</b> Confined to one sort.
 */
public final class KeyOrder {
  private static final int KEY_BITS = 32;

  /** Up to this many rows, an insertion sort is faster. */
  private static final int FEW_ROWS = 32;

  /** From this many rows on, larger digits pay, because they need fewer passes. */
  private static final int MANY_ROWS = 4096;

  private static final int FEW_DIGIT_BITS = 8;
  private static final int MANY_DIGIT_BITS = 11;

  private final long[] keys;
  private long[] words;
  private long[] spare;

  private KeyOrder(long[] keys) {
    this.keys = keys;
    this.words = new long[keys.length];
    this.spare = new long[keys.length];
  }

  /** Returns the rows by ascending key. */
  public static int[] of(long[] keys) {
    KeyOrder order = new KeyOrder(keys);
    for (int row = 0; row < keys.length; row++) {
      order.words[row] = row;
    }
    order.sort(0, keys.length);
    int[] rows = new int[keys.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (int) order.words[i];
    }
    return rows;
  }

  private long key(int position) {
    return keys[(int) words[position]];
  }

  private void sort(int from, int to) {
    if (to - from <= FEW_ROWS) {
      insert(from, to);
      return;
    }
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    boolean isSorted = true;
    long last = Long.MIN_VALUE;
    for (int i = from; i < to; i++) {
      long key = key(i);
      low = Math.min(low, key);
      high = Math.max(high, key);
      isSorted &= key >= last;
      last = key;
    }
    if (isSorted) {
      return;
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(high - low);
    int shift = Math.max(0, bits - KEY_BITS);
    for (int i = from; i < to; i++) {
      int row = (int) words[i];
      words[i] = (keys[row] - low) >>> shift << KEY_BITS | row;
    }
    int digitBits = to - from < MANY_ROWS ? FEW_DIGIT_BITS : MANY_DIGIT_BITS;
    for (int bit = 0; bit < bits - shift; bit += digitBits) {
      pass(from, to, KEY_BITS + bit, digitBits);
    }
    if (shift > 0) {
      sortRuns(from, to);
    }
  }

  /** Distributes the words of a range by one digit. */
  private void pass(int from, int to, int shift, int digitBits) {
    int mask = (1 << digitBits) - 1;
    int[] next = new int[mask + 2];
    for (int i = from; i < to; i++) {
      next[((int) (words[i] >>> shift) & mask) + 1]++;
    }
    next[0] = from;
    for (int digit = 0; digit < mask; digit++) {
      next[digit + 1] += next[digit];
    }
    for (int i = from; i < to; i++) {
      long word = words[i];
      spare[next[(int) (word >>> shift) & mask]++] = word;
    }
    if (from == 0 && to == words.length) {
      long[] moved = spare;
      spare = words;
      words = moved;
    } else {
      System.arraycopy(spare, from, words, from, to - from);
    }
  }

  /** Sorts each run of words with the same upper half. */
  private void sortRuns(int from, int to) {
    int start = from;
    while (start < to) {
      int end = start + 1;
      while (end < to && words[end] >>> KEY_BITS == words[start] >>> KEY_BITS) {
        end++;
      }
      if (end - start > 1) {
        sort(start, end);
      }
      start = end;
    }
  }

  private void insert(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long word = words[i];
      long key = keys[(int) word];
      int position = i;
      while (position > from && key(position - 1) > key) {
        words[position] = words[position - 1];
        position--;
      }
      words[position] = word;
    }
  }
}
