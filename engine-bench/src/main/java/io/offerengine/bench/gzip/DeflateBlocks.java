package io.offerengine.bench.gzip;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the symbols of the blocks of a gzip member, each of which has codes of its own.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * <p>Source: RFC 1951, section 3.2.
 */
final class DeflateBlocks {
  private static final int HEADER_BYTES = 10;
  private static final int END_OF_BLOCK = 256;
  private static final int LONGEST_CODE = 15;
  private static final int REPEAT = 16;

  /** The order in which a header has the code lengths of its own symbols. */
  static final int[] HEADER_ORDER = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  private final byte[] bytes;
  private int at = HEADER_BYTES * Byte.SIZE;

  private DeflateBlocks(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the symbols of each block. */
  static List<SymbolCounts> of(byte[] member) {
    DeflateBlocks blocks = new DeflateBlocks(member);
    List<SymbolCounts> counts = new ArrayList<>();
    boolean isLast;
    do {
      isLast = blocks.bits(1) == 1;
      if (blocks.bits(2) != 2) {
        throw new IllegalArgumentException("a block has no codes of its own");
      }
      counts.add(blocks.read());
    } while (!isLast);
    return counts;
  }

  private int bits(int length) {
    int value = 0;
    for (int i = 0; i < length; i++, at++) {
      value |= (bytes[at >> 3] >> (at & 7) & 1) << i;
    }
    return value;
  }

  private SymbolCounts read() {
    int literals = bits(5) + END_OF_BLOCK + 1;
    int distances = bits(5) + 1;
    int[] ofHeader = new int[HEADER_ORDER.length];
    int listed = bits(4) + 4;
    for (int i = 0; i < listed; i++) {
      ofHeader[HEADER_ORDER[i]] = bits(3);
    }
    int[] lengths = lengths(ofHeader, literals + distances);
    int[] ofLiterals = Arrays.copyOf(lengths, literals);
    int[] ofDistances = Arrays.copyOfRange(lengths, literals, lengths.length);
    SymbolCounts counts = new SymbolCounts();
    int symbol;
    do {
      symbol = symbol(ofLiterals);
      counts.addLiteral(symbol);
      if (symbol > END_OF_BLOCK) {
        int distance = passExtraBits(symbol - END_OF_BLOCK - 1, ofDistances, counts);
        counts.addDistance(distance);
      }
    } while (symbol != END_OF_BLOCK);
    return counts;
  }

  /** Passes the rest of a match after the symbol of its length; returns that of its distance. */
  private int passExtraBits(int length, int[] ofDistances, SymbolCounts counts) {
    int ofLength = length < 8 || length == 28 ? 0 : length / 4 - 1;
    bits(ofLength);
    int distance = symbol(ofDistances);
    int ofDistance = Math.max(0, distance / 2 - 1);
    bits(ofDistance);
    counts.addExtraBits(ofLength + ofDistance);
    return distance;
  }

  private int[] lengths(int[] ofHeader, int size) {
    int[] lengths = new int[size];
    for (int i = 0; i < size; ) {
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
