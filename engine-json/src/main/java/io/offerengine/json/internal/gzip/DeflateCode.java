package io.offerengine.json.internal.gzip;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The Huffman codes of a DEFLATE block, which were trained on generated responses.
 *
 * <p>Every symbol has a code of at most 12 bits, so any bytes can be written. The tables hold a
 * code in the upper bits and its length in the lower five.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: RFC 1951, section 3.2.
 */
final class DeflateCode {
  static final int LONGEST_MATCH = 258;
  private static final int SHORTEST_MATCH = 3;
  private static final int END_OF_BLOCK = 256;
  private static final String RESOURCE = "trained-codes.txt";

  /** The number of extra bits of each symbol for the length of a match. */
  private static final int[] LENGTH_BITS = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0
  };

  /** The code of the first row of a response. */
  static final DeflateCode FIRST;

  /** The code of all other rows. */
  static final DeflateCode ROWS;

  static {
    List<String> lines = trained();
    FIRST = new DeflateCode(lines.get(0), lines.get(1), lines.get(2));
    ROWS = new DeflateCode(lines.get(3), lines.get(4), lines.get(5));
  }

  /** The codes of one byte. */
  final int[] single = new int[1 << 8];

  /** The codes of two bytes; the first one is the lower byte of the index. */
  final int[] pairs = new int[1 << 16];

  /** The codes of match lengths, with their extra bits. */
  final int[] lengths = new int[LONGEST_MATCH + 1];

  /** The codes of the symbols of distances, without extra bits. */
  final int[] distances;

  final int endOfBlock;

  /** The header of the block after its first bit. */
  final int[] header;

  final int headerBits;

  /** Creates codes from their lengths, a hexadecimal digit each, and the bits of the header. */
  private DeflateCode(String literalLengths, String distanceLengths, String itsHeader) {
    int[] codes = codes(literalLengths);
    System.arraycopy(codes, 0, single, 0, single.length);
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = joined(single[i & 0xFF], single[i >> 8]);
    }
    endOfBlock = codes[END_OF_BLOCK];
    int length = SHORTEST_MATCH;
    for (int i = 0; i < LENGTH_BITS.length; i++) {
      // The longest match has a symbol of its own, although the one before reaches it.
      length = Math.min(length, LONGEST_MATCH);
      for (int extra = 0; extra < 1 << LENGTH_BITS[i]; extra++) {
        int symbol = codes[END_OF_BLOCK + 1 + i];
        lengths[length++] = joined(symbol, extra << 5 | LENGTH_BITS[i]);
      }
    }
    distances = codes(distanceLengths);
    headerBits = itsHeader.length();
    header = new int[(headerBits + Integer.SIZE - 1) / Integer.SIZE];
    for (int i = 0; i < headerBits; i++) {
      header[i / Integer.SIZE] |= (itsHeader.charAt(i) & 1) << i;
    }
  }

  private static List<String> trained() {
    try (InputStream in = DeflateCode.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + RESOURCE + " is missing");
      }
      String text = new String(in.readAllBytes(), US_ASCII);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int joined(int first, int second) {
    int length = first & 31;
    return (first >>> 5 | second >>> 5 << length) << 5 | length + (second & 31);
  }

  /** Returns canonical codes. Their bits are reversed, because DEFLATE writes the highest first. */
  private static int[] codes(String lengths) {
    int[] codes = new int[lengths.length()];
    int next = 0;
    for (int length = 1; length < 1 << 4; length++) {
      next <<= 1;
      for (int i = 0; i < codes.length; i++) {
        if (Character.digit(lengths.charAt(i), 16) == length) {
          codes[i] = Integer.reverse(next++) >>> -length << 5 | length;
        }
      }
    }
    return codes;
  }
}
