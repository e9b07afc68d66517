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
    for (int i = 0; i < code.header.length; i++) {
      add(code.header[i], Math.min(Integer.SIZE, code.headerBits - i * Integer.SIZE));
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
    bits |= (value & 0xFFFF_FFFFL) << count;
    count += length;
    Words.setLong(target, position, bits);
    position += count >>> 3;
    bits >>>= count & ~7;
    count &= 7;
  }

  /** Writes the bytes up to an index as literals. */
  void literals(int end) {
    byte[] text = source;
    byte[] out = target;
    int[] pairs = code.pairs;
    int at = done;
    // Local variables stay in registers.
    long held = bits;
    int length = count;
    int to = position;
    // Every literal takes at most 12 bits.
    if (end - at > (out.length - SLACK - to) / 2) {
      isFull = true;
      return;
    }
    for (; end - at >= 4; at += 4) {
      int first = pairs[Words.shortAt(text, at)];
      int second = pairs[Words.shortAt(text, at + 2)];
      held |= (long) (first >>> 5) << length;
      length += first & 31;
      held |= (long) (second >>> 5) << length;
      length += second & 31;
      Words.setLong(out, to, held);
      to += length >>> 3;
      held >>>= length & ~7;
      length &= 7;
    }
    // Masks instead of branches, which would depend on the text.
    int pair = pairs[Words.shortAt(text, at)] & -((end - at) >> 1);
    held |= (long) (pair >>> 5) << length;
    length += pair & 31;
    int last = code.single[text[at + (end - at & 2)] & 0xFF] & -(end - at & 1);
    held |= (long) (last >>> 5) << length;
    length += last & 31;
    Words.setLong(out, to, held);
    position = to + (length >>> 3);
    bits = held >>> (length & ~7);
    count = length & 7;
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
    int itsLength = code.lengths[length];
    int from = distance - 1;
    // Beyond 4, the two highest bits of the distance choose the symbol, the others are extra bits.
    int extra = Math.max(0, Integer.SIZE - 2 - Integer.numberOfLeadingZeros(from));
    int itsDistance = code.distances[2 * extra + (from >> extra)];
    long held = bits | (long) (itsLength >>> 5) << count;
    int total = count + (itsLength & 31);
    held |= (long) (itsDistance >>> 5) << total;
    total += itsDistance & 31;
    held |= (long) (from & (1 << extra) - 1) << total;
    total += extra;
    Words.setLong(target, position, held);
    position += total >>> 3;
    bits = held >>> (total & ~7);
    count = total & 7;
  }
}
