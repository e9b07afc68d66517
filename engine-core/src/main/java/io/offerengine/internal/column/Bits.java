package io.offerengine.internal.column;

/**
 * Sets of rows as dense bitmaps: row {@code r} is bit {@code r % 64} of word {@code r / 64}.
 *
 * <p>Bits beyond the last row are never set.
 */
public final class Bits {
  private Bits() {}

  /** Returns the number of words of a bitmap of {@code rows} rows. */
  public static int wordCount(int rows) {
    return (rows + 63) >>> 6;
  }

  /** Returns a new bitmap of the rows from 0 up to, not including, {@code rows}. */
  public static long[] all(int rows) {
    long[] words = new long[wordCount(rows)];
    setRange(words, 0, rows);
    return words;
  }

  /** Returns whether a bitmap contains a row. */
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
   * Intersects the words from {@code from} up to, not including, {@code to} with those of another
   * bitmap.
   */
  public static void and(long[] words, long[] other, int from, int to) {
    for (int i = from; i < to; i++) {
      words[i] &= other[i];
    }
  }

  /**
   * Removes the rows of another bitmap from the words from {@code from} up to, not including,
   * {@code to}.
   */
  public static void andNot(long[] words, long[] other, int from, int to) {
    for (int i = from; i < to; i++) {
      words[i] &= ~other[i];
    }
  }

  /**
   * Removes all rows from a run of words but those from {@code from} up to, not including, {@code
   * to}. Other words are not touched.
   */
  public static void keepRange(long[] words, int firstWord, int endWord, int from, int to) {
    for (int i = firstWord; i < endWord && i << 6 < from; i++) {
      words[i] &= from - (i << 6) >= Long.SIZE ? 0 : -1L << from;
    }
    for (int i = endWord - 1; i >= firstWord && (i + 1) << 6 > to; i--) {
      words[i] &= i << 6 >= to ? 0 : -1L >>> -to;
    }
  }

  /**
   * Adds the rows of another bitmap to the words from {@code from} up to, not including, {@code
   * to}.
   */
  public static void or(long[] words, long[] other, int from, int to) {
    for (int i = from; i < to; i++) {
      words[i] |= other[i];
    }
  }

  /**
   * Filters a list of rows by a bitmap, without changing their order.
   *
   * @param inverted whether the rows survive that the bitmap does not contain
   * @param rows the list; the surviving rows replace it from its start
   * @param size the number of rows in the list
   * @return the number of surviving rows
   */
  public static int keep(long[] words, boolean inverted, int[] rows, int size) {
    long flip = inverted ? 1 : 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[count] = row;
      count += (int) ((words[row >>> 6] >>> row & 1) ^ flip);
    }
    return count;
  }

  /**
   * Returns the index of the first word that is not zero, from {@code from} on; {@code to} if all
   * words up to there are.
   *
   * <p><b>Cost.</b> Eight zero words take one comparison.
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

  /**
   * Returns the index of the last word before {@code to} that is not zero; {@code from - 1} if all
   * words down to {@code from} are.
   */
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

  /** Returns a new bitmap of the given rows, for a segment of {@code rowCount} rows. */
  public static long[] of(int[] rows, int rowCount) {
    long[] words = new long[wordCount(rowCount)];
    for (int row : rows) {
      set(words, row);
    }
    return words;
  }

  /** Returns the rows of a bitmap, ascending; {@code count} is their number. */
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

  /** Returns how many rows two bitmaps have in common in their first words. */
  public static int countBoth(long[] words, long[] other, int wordCount) {
    int count = 0;
    for (int i = 0; i < wordCount; i++) {
      count += Long.bitCount(words[i] & other[i]);
    }
    return count;
  }

  /** Returns how many of the rows below {@code to} a bitmap has. */
  public static int countBelow(long[] words, int to) {
    int whole = to >>> 6;
    int rest = to & 63;
    return count(words, whole) + (rest == 0 ? 0 : Long.bitCount(words[whole] & (-1L >>> -rest)));
  }

  /**
   * Appends the rows of one word of a bitmap to a list, ascending.
   *
   * @param index the index of the word in the bitmap
   * @return the new number of rows in the list
   */
  public static int list(long word, int index, int[] rows, int size) {
    int end = size;
    for (long rest = word; rest != 0; rest &= rest - 1) {
      rows[end++] = (index << 6) + Long.numberOfTrailingZeros(rest);
    }
    return end;
  }
}
