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

  /**
   * Keeps, in the words from {@code from} up to {@code to}, the rows that another bitmap has too.
   */
  public static void and(long[] words, long[] other, int from, int to) {
    for (int i = from; i < to; i++) {
      words[i] &= other[i];
    }
  }

  /** Removes, in the words from {@code from} up to {@code to}, the rows that another bitmap has. */
  public static void andNot(long[] words, long[] other, int from, int to) {
    for (int i = from; i < to; i++) {
      words[i] &= ~other[i];
    }
  }

  /**
   * Removes the rows below {@code from}, and from {@code to} on, in a run of words that has both.
   */
  public static void keepRange(long[] words, int firstWord, int endWord, int from, int to) {
    for (int i = firstWord; i < endWord && i << 6 < from; i++) {
      words[i] &= from - (i << 6) >= Long.SIZE ? 0 : -1L << from;
    }
    for (int i = endWord - 1; i >= firstWord && (i + 1) << 6 > to; i--) {
      words[i] &= i << 6 >= to ? 0 : -1L >>> -to;
    }
  }

  /** Adds the rows of another bitmap, which is no longer. */
  public static void or(long[] words, long[] other) {
    for (int i = 0; i < other.length; i++) {
      words[i] |= other[i];
    }
  }

  /**
   * Keeps those of some rows that belong, in their order; returns how many.
   *
   * @param inverted whether those are kept that don't belong
   */
  public static int keep(long[] words, boolean inverted, int[] rows, int size) {
    long flip = inverted ? 1 : 0;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += (int) ((words[row >>> 6] >>> row & 1) ^ flip);
    }
    return kept;
  }

  /**
   * Returns the first of some words that has a row, {@code to} where none has.
   *
   * <p><b>Cost.</b> Empty words are passed eight at a time.
   */
  public static int firstUsed(long[] words, int from, int to) {
    int i = from;
    while (i + 8 <= to
        && (words[i]
                | words[i + 1]
                | words[i + 2]
                | words[i + 3]
                | words[i + 4]
                | words[i + 5]
                | words[i + 6]
                | words[i + 7])
            == 0) {
      i += 8;
    }
    while (i < to && words[i] == 0) {
      i++;
    }
    return i;
  }

  /** Returns the last of some words that has a row, {@code from - 1} where none has. */
  public static int lastUsed(long[] words, int from, int to) {
    int i = to - 1;
    while (i - 7 >= from
        && (words[i]
                | words[i - 1]
                | words[i - 2]
                | words[i - 3]
                | words[i - 4]
                | words[i - 5]
                | words[i - 6]
                | words[i - 7])
            == 0) {
      i -= 8;
    }
    while (i >= from && words[i] == 0) {
      i--;
    }
    return i;
  }

  /** Returns a bitmap of some rows. */
  public static long[] of(int[] rows, int rowCount) {
    long[] words = new long[wordCount(rowCount)];
    for (int row : rows) {
      set(words, row);
    }
    return words;
  }

  /** Returns the rows of a bitmap of so many, ascending. */
  public static int[] list(long[] words, int count) {
    int[] rows = new int[count];
    int size = 0;
    for (int i = 0; i < words.length; i++) {
      size = list(words[i], i, rows, size);
    }
    return rows;
  }

  /** Returns the number of rows. */
  public static int count(long[] words) {
    return count(words, words.length);
  }

  /** Returns the number of rows in the first words. */
  public static int count(long[] words, int wordCount) {
    int count = 0;
    for (int i = 0; i < wordCount; i++) {
      count += Long.bitCount(words[i]);
    }
    return count;
  }

  /**
   * Appends the rows of one word of a bitmap to a list, ascending.
   *
   * @param place the word's place in the bitmap
   * @return how many rows the list has then
   */
  public static int list(long word, int place, int[] rows, int size) {
    int end = size;
    for (long rest = word; rest != 0; rest &= rest - 1) {
      rows[end++] = (place << 6) + Long.numberOfTrailingZeros(rest);
    }
    return end;
  }
}
