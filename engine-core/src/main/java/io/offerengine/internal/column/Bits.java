package io.offerengine.internal.column;

/**
 * Sets of rows as dense bitmaps: row {@code r} is bit {@code r % 64} of word {@code r / 64}.
 *
 * <p>Bits beyond the last row are never set.
 */
public final class Bits {
  private Bits() {}

  /** Returns the number of words that some rows need. */
  public static int wordCount(int rows) {
    return (rows + 63) >>> 6;
  }

  /** Returns the bitmap of all of some rows. */
  public static long[] all(int rows) {
    long[] words = new long[wordCount(rows)];
    setRange(words, 0, rows);
    return words;
  }

  /** Returns whether a row belongs. */
  public static boolean get(long[] words, int row) {
    return (words[row >>> 6] >>> row & 1) != 0;
  }

  /** Adds a row. */
  public static void set(long[] words, int row) {
    words[row >>> 6] |= 1L << row;
  }

  /** Removes a row. */
  public static void clear(long[] words, int row) {
    words[row >>> 6] &= ~(1L << row);
  }

  /** Adds the rows from {@code from} up to, not including, {@code to}. */
  public static void setRange(long[] words, int from, int to) {
    if (from >= to) {
      return;
    }
    int first = from >>> 6;
    int last = (to - 1) >>> 6;
    long head = -1L << from;
    long tail = -1L >>> -to;
    if (first == last) {
      words[first] |= head & tail;
      return;
    }
    words[first] |= head;
    for (int i = first + 1; i < last; i++) {
      words[i] = -1L;
    }
    words[last] |= tail;
  }

  /** Keeps the rows that another bitmap of the same length has too. */
  public static void and(long[] words, long[] other) {
    for (int i = 0; i < words.length; i++) {
      words[i] &= other[i];
    }
  }

  /** Adds the rows of another bitmap of the same length. */
  public static void or(long[] words, long[] other) {
    for (int i = 0; i < words.length; i++) {
      words[i] |= other[i];
    }
  }

  /** Returns the number of rows. */
  public static int count(long[] words) {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }
}
