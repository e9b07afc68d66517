package io.offerengine.json.internal.gzip;

/**
 * Writes literals and matches as DEFLATE blocks.
 *
 * <p>If the target may be too small, {@link #isFull} becomes true, and what follows is lost.
 *
 * <p><b>Layout.</b> The bits that are not yet in the target are the lowest {@code count} bits of
 * {@code bits}: at most seven between two calls.
 *
 * <p><b>Threads.</b> Confined to one thread at a time.
 */
final class DeflateWriter {
  /** Room for a header, and for the bytes that a write of eight bytes reaches beyond its bits. */
  static final int SLACK = 512;

  private static final int LONGEST = DeflateCode.LONGEST_MATCH;

  private byte[] source = {};
  private byte[] target = {};
  private DeflateCode code = DeflateCode.FIRST;
  private long bits;
  private int count;
  private int position;
  private boolean isFull;

  /** The end of the source that is written. */
  private int done;

  /** Begins to write a source to a target. Both have slack behind their ends. */
  void start(byte[] text, byte[] compressed, int at) {
    source = text;
    target = compressed;
    position = at;
    bits = 0;
    count = 0;
    done = 0;
    isFull = false;
  }

  /** Returns the end of the source that is written. */
  int done() {
    return done;
  }

  /** Returns whether the target was too small. */
  boolean isFull() {
    return isFull;
  }

  /** Begins a block. */
  void beginBlock(DeflateCode itsCode, boolean isLast) {
    code = itsCode;
    add(isLast ? 1 : 0, 1);
    for (byte bit : code.header) {
      add(bit, 1);
    }
  }

  /** Ends a block. */
  void endBlock() {
    add(code.endOfBlock >>> 5, code.endOfBlock & 31);
  }

  /** Ends the last byte, and returns the end of the target that is written. */
  int finish() {
    add(0, -count & 7);
    return position;
  }

  private void add(int value, int length) {
    bits |= (long) value << count;
    count += length;
    flush();
  }

  private void flush() {
    Words.setLong(target, position, bits);
    position += count >>> 3;
    bits >>>= count & ~7;
    count &= 7;
  }

  /** Writes the bytes up to an index as literals. */
  void literals(int end) {
    // Every literal takes at most 12 bits.
    if (end - done > (target.length - SLACK - position) / 2) {
      isFull = true;
      return;
    }
    byte[] text = source;
    int[] pairs = code.pairs;
    int at = done;
    for (; end - at >= 4; at += 4) {
      int first = pairs[Words.shortAt(text, at)];
      int second = pairs[Words.shortAt(text, at + 2)];
      bits |= (long) (first >>> 5) << count;
      count += first & 31;
      bits |= (long) (second >>> 5) << count;
      count += second & 31;
      flush();
    }
    // Masks instead of branches, which would depend on the text.
    int pair = pairs[Words.shortAt(text, at)] & -(end - at >> 1);
    bits |= (long) (pair >>> 5) << count;
    count += pair & 31;
    int last = code.single[text[at + (end - at & 2)] & 0xFF] & -(end - at & 1);
    bits |= (long) (last >>> 5) << count;
    count += last & 31;
    flush();
    done = end;
  }

  /**
   * Writes the bytes up to {@code start} as literals, and those from there on as a match.
   *
   * @param start where the match begins, at least {@link #done}
   * @param length the length of the match, at least 3
   * @param distance how far before {@code start} the same bytes are, 1 to 32,768
   */
  void match(int start, int length, int distance) {
    literals(start);
    int rest = length;
    while (!isFull && rest > LONGEST) {
      // What is left has at least three bytes.
      int part = rest < LONGEST + 3 ? rest - 3 : LONGEST;
      part(part, distance);
      rest -= part;
      isFull = position > target.length - SLACK;
    }
    if (!isFull) {
      part(rest, distance);
      done = start + length;
    }
  }

  private void part(int length, int distance) {
    int more = code.lengths[length];
    bits |= (long) (more >>> 5) << count;
    count += more & 31;
    int from = distance - 1;
    // Beyond 4, the two highest bits of the distance choose the symbol, the others are extra bits.
    int extra = Math.max(0, Integer.SIZE - 2 - Integer.numberOfLeadingZeros(from));
    more = code.distances[2 * extra + (from >> extra)];
    bits |= (long) (more >>> 5) << count;
    count += more & 31;
    bits |= (long) (from & (1 << extra) - 1) << count;
    count += extra;
    flush();
  }
}
