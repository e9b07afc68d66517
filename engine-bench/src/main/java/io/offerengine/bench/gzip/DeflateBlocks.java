package io.offerengine.bench.gzip;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the symbols of the blocks of a gzip member, each of which has codes of its own.
 *
 * <p>Arrays have the symbols of literals, of the end of a block and of the lengths of matches, then
 * those of distances.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * <p>Source: RFC 1951, section 3.2.
 */
final class DeflateBlocks {
  /** The symbols of literals, the end of a block, and the lengths of matches. */
  static final int LITERALS = 286;

  static final int DISTANCES = 30;
  static final int SYMBOLS = LITERALS + DISTANCES;

  /** The order in which a header has the code lengths of its own symbols. */
  static final int[] HEADER_ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  private static final int HEADER_BYTES = 10;
  private static final int END_OF_BLOCK = 256;
  private static final int LONGEST_CODE = 15;
  private static final int REPEAT = 16;

  private final byte[] bytes;
  private int at = HEADER_BYTES * Byte.SIZE;

  private DeflateBlocks(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A block.
   *
   * @param lengths the length of the code of each symbol
   * @param counts how often each symbol occurs
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Block(int[] lengths, long[] counts) {}

  /** Returns the blocks; none if one of them has no codes of all symbols. */
  static List<Block> of(byte[] member) {
    DeflateBlocks blocks = new DeflateBlocks(member);
    List<Block> read = new ArrayList<>();
    boolean isLast;
    do {
      isLast = blocks.bits(1) == 1;
      boolean hasCodes = blocks.bits(2) == 2;
      if (!hasCodes || blocks.bits(5) + 257 != LITERALS || blocks.bits(5) + 1 != DISTANCES) {
        return List.of();
      }
      read.add(blocks.read());
    } while (!isLast);
    return read;
  }

  private int bits(int length) {
    int value = 0;
    for (int i = 0; i < length; i++, at++) {
      value |= (bytes[at >> 3] >> (at & 7) & 1) << i;
    }
    return value;
  }

  private Block read() {
    int[] ofHeader = new int[HEADER_ORDER.length];
    int listed = bits(4) + 4;
    for (int i = 0; i < listed; i++) {
      ofHeader[HEADER_ORDER[i]] = bits(3);
    }
    int[] lengths = lengths(ofHeader);
    int[] ofLiterals = Arrays.copyOf(lengths, LITERALS);
    int[] ofDistances = Arrays.copyOfRange(lengths, LITERALS, SYMBOLS);
    long[] counts = new long[SYMBOLS];
    int symbol;
    do {
      symbol = symbol(ofLiterals);
      counts[symbol]++;
      if (symbol > END_OF_BLOCK) {
        int length = symbol - END_OF_BLOCK - 1;
        bits(length < 8 || length == 28 ? 0 : length / 4 - 1);
        int distance = symbol(ofDistances);
        bits(Math.max(0, distance / 2 - 1));
        counts[LITERALS + distance]++;
      }
    } while (symbol != END_OF_BLOCK);
    return new Block(lengths, counts);
  }

  private int[] lengths(int[] ofHeader) {
    int[] lengths = new int[SYMBOLS];
    for (int i = 0; i < SYMBOLS; ) {
      int symbol = symbol(ofHeader);
      if (symbol < REPEAT) {
        lengths[i++] = symbol;
        continue;
      }
      int repeated = symbol == REPEAT ? lengths[i - 1] : 0;
      int times = symbol == REPEAT ? 3 + bits(2) : symbol == 17 ? 3 + bits(3) : 11 + bits(7);
      Arrays.fill(lengths, i, i + times, repeated);
      i += times;
    }
    return lengths;
  }

  /** Reads a symbol of a canonical code, bit by bit. */
  private int symbol(int[] lengths) {
    int code = 0;
    int first = 0;
    for (int length = 1; length <= LONGEST_CODE; length++) {
      code = code << 1 | bits(1);
      first <<= 1;
      int index = code - first;
      for (int symbol = 0; symbol < lengths.length; symbol++) {
        if (lengths[symbol] == length) {
          if (index-- == 0) {
            return symbol;
          }
          first++;
        }
      }
    }
    throw new IllegalArgumentException("a symbol has no code");
  }
}
