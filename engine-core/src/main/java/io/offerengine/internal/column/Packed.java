package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import java.io.IOException;

/**
 * Whole numbers by position, as narrow as their range allows. No other class knows widths.
 *
 * <p><b>Layout.</b> Each number is stored as its difference to the least number, in 1, 2, 4, 8, 16,
 * 32 or 64 bits of an array of words, so that no number crosses a word. If all numbers are equal,
 * they take no bits.
 *
 * <p><b>Threads.</b> Immutable once all positions are {@linkplain #set set}.
 */
final class Packed {
  /** Stands for 0 bits in a file, where the other widths are written as their logarithm. */
  private static final int CONSTANT = -1;

  private static final int LOG_OF_WORD = 6;

  private final long least;
  private final int logOfWidth;
  private final long[] words;

  /** Shifts a position to its word. */
  private final int toWord;

  private final long mask;

  /** Creates {@code size} numbers, all {@code least}, with room for numbers up to a greatest. */
  Packed(long least, long greatest, int size) {
    this(least, logOfWidth(greatest - least), size);
  }

  private Packed(long least, int logOfWidth, int size) {
    this(least, logOfWidth, new long[logOfWidth == CONSTANT ? 1 : wordCount(size, logOfWidth)]);
  }

  private Packed(long least, int logOfWidth, long[] words) {
    boolean isConstant = logOfWidth == CONSTANT;
    this.least = least;
    this.logOfWidth = logOfWidth;
    this.words = words;
    this.toWord = isConstant ? Integer.SIZE - 1 : LOG_OF_WORD - logOfWidth;
    this.mask = isConstant ? 0 : -1L >>> (Long.SIZE - (1 << logOfWidth));
  }

  /** Returns the given numbers. */
  static Packed of(long[] numbers) {
    long least = numbers.length == 0 ? 0 : Long.MAX_VALUE;
    long greatest = numbers.length == 0 ? 0 : Long.MIN_VALUE;
    for (long number : numbers) {
      least = Math.min(least, number);
      greatest = Math.max(greatest, number);
    }
    Packed packed = new Packed(least, greatest, numbers.length);
    for (int at = 0; at < numbers.length && !packed.isConstant(); at++) {
      packed.set(at, numbers[at]);
    }
    return packed;
  }

  /** Returns the logarithm of the width that holds all numbers from 0 to a greatest, unsigned. */
  private static int logOfWidth(long greatest) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(greatest);
    return bits == 0 ? CONSTANT : Integer.SIZE - Integer.numberOfLeadingZeros(bits - 1);
  }

  private static int wordCount(int size, int logOfWidth) {
    return (int) (((long) size << logOfWidth) + Long.SIZE - 1 >>> LOG_OF_WORD);
  }

  void write(BlockWriter out) throws IOException {
    out.writeLong(least);
    out.writeInt(logOfWidth);
    out.write(words);
  }

  static Packed read(BlockReader in) throws IOException {
    return new Packed(in.readLong(), in.readInt(), in.readPresentLongs());
  }

  /** Sets a number that was not set yet. */
  void set(int at, long number) {
    words[at >>> toWord] |= number - least << (at << logOfWidth);
  }

  /** Returns a number. */
  long get(int at) {
    return (words[at >>> toWord] >>> (at << logOfWidth) & mask) + least;
  }

  /** Returns whether all numbers are equal and take no bits. */
  boolean isConstant() {
    return logOfWidth == CONSTANT;
  }

  /** Returns the memory of the numbers, in bytes. */
  long bytes() {
    return Footprint.array(words.length, Long.BYTES)
        + Footprint.object(Footprint.REFERENCE + 2 * Integer.BYTES + 2 * Long.BYTES);
  }
}
