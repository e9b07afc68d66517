package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.Position;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bytes of a text from the beginning of a line on, as far as they were read.
 *
 * <p>What begins at the mark, a record at the beginning of a line, stays in the buffer until it is
 * passed. The byte behind what was read is 0, which fits nothing: whoever stops there {@linkplain
 * #isShort knows} that there may be more.
 *
 * <p><b>Cost.</b> A buffer that grows while the stream fills it at once.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class LineBuffer {
  private static final int FIRST_BYTES = 1 << 13;
  private static final int MOST_BYTES = 1 << 18;

  /** A record that is not whole within so many bytes is left. */
  private static final int LONGEST_RECORD = 1 << 15;

  /** So little is read on for a line that may have no end. */
  private static final int LONGEST_LINE = 1 << 13;

  private final InputStream source;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int mark;
  private int at;
  private int end;
  private int line = 1;
  private boolean isEnded;

  LineBuffer(InputStream source) {
    this.source = source;
  }

  byte[] bytes() {
    return bytes;
  }

  int at() {
    return at;
  }

  void moveTo(int index) {
    at = index;
  }

  int mark() {
    return mark;
  }

  void backToMark() {
    at = mark;
  }

  /** Returns the line of the mark. */
  int line() {
    return line;
  }

  /** Returns whether all bytes that were read are passed. */
  boolean isShort() {
    return at == end;
  }

  void skipBlanks() {
    while (bytes[at] == ' ' || bytes[at] == '\t') {
      at++;
    }
  }

  boolean pass(char expected) {
    if (bytes[at] != expected) {
      return false;
    }
    at++;
    return true;
  }

  /** Passes some bytes if all of them are there, or stays. */
  boolean pass(byte[] expected) {
    int to = at + expected.length;
    if (to > end || !Arrays.equals(bytes, at, to, expected, 0, expected.length)) {
      return false;
    }
    at = to;
    return true;
  }

  /** Passes a word, or stays where it begins otherwise, or stops where there are no more bytes. */
  boolean passWord(String word) {
    int start = at;
    for (int i = 0; i < word.length(); i++) {
      if (bytes[at] != word.charAt(i)) {
        at = at == end ? end : start;
        return false;
      }
      at++;
    }
    return true;
  }

  /**
   * Passes the end of a record's line, and empty lines; the mark is behind them then.
   *
   * @return false where something else follows the record, or nothing at all
   */
  boolean passLineEnds() throws IOException {
    do {
      if (!passLineEnd()) {
        return false;
      }
      line++;
      mark = at;
      if (isShort() && !readMore()) {
        return false;
      }
    } while (bytes[at] == '\n' || bytes[at] == '\r');
    return true;
  }

  /** Passes blanks and the end of the line, or stays. */
  private boolean passLineEnd() throws IOException {
    int start = at - mark;
    skipBlanks();
    while (isShort() || (bytes[at] == '\r' && at + 1 == end)) {
      if (!readMore()) {
        at = mark + start;
        return false;
      }
      skipBlanks();
    }
    int lineEnd = bytes[at] == '\r' ? at + 1 : at;
    if (bytes[lineEnd] != '\n') {
      at = mark + start;
      return false;
    }
    at = lineEnd + 1;
    return true;
  }

  /**
   * Reads some more, at least a byte; what lies before the mark is dropped.
   *
   * @return false where nothing is left, or what begins at the mark is too long
   */
  boolean readMore() throws IOException {
    if (isEnded || end - mark > LONGEST_RECORD) {
      return false;
    }
    boolean isFull = end == bytes.length - 1;
    byte[] target = isFull && end < MOST_BYTES ? new byte[2 * bytes.length] : bytes;
    System.arraycopy(bytes, mark, target, 0, end - mark);
    bytes = target;
    at -= mark;
    end -= mark;
    mark = 0;
    int count = source.read(bytes, end, bytes.length - 1 - end);
    isEnded = count < 0;
    end += Math.max(0, count);
    bytes[end] = 0;
    return !isEnded;
  }

  /**
   * Returns the length of the line at the mark, without its end; -1 where it is too long, is not
   * whole, or holds a return, which the tokeniser takes for the end of a line.
   */
  int lineLength() throws IOException {
    for (int length = 0; ; length++) {
      while (isCutAt(mark + length)) {
        if (length > LONGEST_LINE || !readMore()) {
          return -1;
        }
      }
      byte c = bytes[mark + length];
      if (c == '\n') {
        return length;
      }
      if (c == '\r' && bytes[mark + length + 1] != '\n') {
        return -1;
      }
    }
  }

  /** Returns whether more must be read to see a byte, and what follows it if it is a return. */
  private boolean isCutAt(int index) {
    return index == end || (bytes[index] == '\r' && index + 1 == end);
  }

  /** Returns the position of the next byte. */
  Position position() {
    int column = 1;
    for (int i = mark; i < at; i++) {
      int lead = bytes[i] & 0xFF;
      column += lead < 0x80 || lead >= 0xC0 ? 1 : 0;
      column += lead >= 0xF0 ? 1 : 0;
    }
    return new Position(line, column);
  }

  /** Returns a stream of the bytes from here on. */
  InputStream toStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        if (at == end) {
          return isEnded ? -1 : source.read(target, offset, length);
        }
        int count = Math.min(length, end - at);
        System.arraycopy(bytes, at, target, offset, count);
        at += count;
        return count;
      }

      @Override
      public void close() throws IOException {
        source.close();
      }
    };
  }
}
