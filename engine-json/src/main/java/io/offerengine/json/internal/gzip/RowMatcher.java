package io.offerengine.json.internal.gzip;

import java.util.Arrays;

/**
 * Finds the matches of a response whose rows have the same keys in the same order.
 *
 * <p>The first row is searched for repetitions of four bytes. Every other row is compared with the
 * row above it, from a key on. Where the values differ, the end of the value in both rows is found,
 * and the comparison goes on there. The rest of a value that differs is looked up among the ends of
 * earlier values: this finds the same value in another field or row, and texts that end alike.
 *
 * <p>All matches are compared on the bytes. If the rows are shaped in another way than expected,
 * the result is longer, but never wrong.
 *
 * <p><b>Threads.</b> Confined to one thread at a time.
 */
final class RowMatcher {
  /** The farthest match of DEFLATE. */
  static final int FARTHEST = 1 << 15;

  /** Shorter matches with the row above take more bits than literals. */
  private static final int SHORTEST = 4;

  private static final int SHORTEST_VALUE = 3;
  private static final int FIRST_BITS = 10;
  private static final int VALUE_BITS = 12;
  private static final int FIRST_PRIME = 0x9E37_79B1;
  private static final long VALUE_PRIME = 0x9E37_79B9_7F4A_7C15L;

  /** The last index of four bytes of the first row, by their hash. */
  private final int[] firstRow = new int[1 << FIRST_BITS];

  /** The last end of a value, by the hash of its last eight bytes; 0 if there is none. */
  private final int[] valueEnds = new int[1 << VALUE_BITS];

  private final DeflateWriter writer;
  private byte[] text = {};

  RowMatcher(DeflateWriter writer) {
    this.writer = writer;
  }

  /** Writes the text up to the second row. */
  void writeFirst(byte[] itsText, int end) {
    text = itsText;
    Arrays.fill(firstRow, 0);
    int last = end - Long.BYTES;
    for (int at = 1; at < last; at++) {
      int bytes = Words.intAt(text, at);
      int hash = (bytes * FIRST_PRIME) >>> (Integer.SIZE - FIRST_BITS);
      int earlier = firstRow[hash];
      firstRow[hash] = at;
      if (Words.intAt(text, earlier) == bytes && at - earlier <= FARTHEST) {
        int equal = Words.equalAfter(text, at, earlier, end);
        writer.match(at, equal, at - earlier);
        at += equal - 1;
      }
    }
    writer.literals(end);
  }

  /**
   * Writes the text from the second row on.
   *
   * @param first the start of the first row, at most {@link #FARTHEST} before {@code second}
   * @return whether the text was written; false if the rows are too different
   */
  boolean writeRows(byte[] itsText, int first, int second, int end) {
    text = itsText;
    Arrays.fill(valueEnds, 0);
    int at = second;
    int above = first;
    while (above < at && at - above <= FARTHEST && !writer.isFull()) {
      int equal = Words.equalAfter(text, at, above, end);
      int start = Math.max(at, writer.done());
      at += equal;
      above += equal;
      if (at - start >= SHORTEST) {
        writer.match(start, at - start, at - above);
      }
      int valueEnd = Words.commaWithin24(text, at);
      int aboveEnd = Words.commaWithin24(text, above);
      if (text[valueEnd + 1] != '"' || text[aboveEnd + 1] != '"') {
        valueEnd = fieldEnd(at, end);
        aboveEnd = fieldEnd(above, at);
      }
      if (valueEnd >= end) {
        writer.literals(end);
        return !writer.isFull();
      }
      while (valueEnd > at && text[valueEnd - 1] == '}') {
        valueEnd--;
        aboveEnd = Math.max(above, aboveEnd - 1);
      }
      writeValue(Math.max(at, writer.done()), valueEnd, end);
      boolean isStuck = valueEnd == at && aboveEnd == above;
      at = isStuck ? at + 1 : valueEnd;
      above = isStuck ? above + 1 : aboveEnd;
    }
    return false;
  }

  /** Writes the rest of a value as a match, if it is found; else it is left for literals. */
  private void writeValue(int start, int valueEnd, int end) {
    if (valueEnd - start < SHORTEST_VALUE) {
      return;
    }
    long tail = Words.longAt(text, valueEnd - Long.BYTES);
    int hash = (int) ((tail * VALUE_PRIME) >>> (Long.SIZE - VALUE_BITS));
    int earlier = valueEnds[hash];
    valueEnds[hash] = valueEnd;
    int distance = valueEnd - earlier;
    boolean isNear = earlier > 0 && distance > 0 && distance <= FARTHEST;
    if (isNear && Words.longAt(text, earlier - Long.BYTES) == tail) {
      int from = equalBefore(valueEnd - Long.BYTES, distance, start);
      int to = valueEnd + Words.equalAfter(text, valueEnd, earlier, end);
      writer.match(from, to - from, distance);
    }
  }

  /** Returns where a match at a distance begins that reaches up to {@code from}. */
  private int equalBefore(int from, int distance, int start) {
    int at = from;
    int same = Long.BYTES;
    while (same == Long.BYTES && at > start && at - distance >= Long.BYTES) {
      long here = Words.longAt(text, at - Long.BYTES);
      long there = Words.longAt(text, at - Long.BYTES - distance);
      same = Long.numberOfLeadingZeros(here ^ there) >>> 3;
      at -= same;
    }
    return Math.max(at, start);
  }

  /** Returns the end of the field at an index: the next comma before a key or a row, or a brace. */
  private int fieldEnd(int from, int limit) {
    int at = Words.commaWithin24(text, from);
    while (at < limit) {
      if (text[at] == ',' && (text[at + 1] == '"' || text[at + 1] == '{')) {
        return at;
      }
      at = Words.commaWithin24(text, text[at] == ',' ? at + 1 : at);
    }
    return limit;
  }
}
