package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.Position;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/**
 * The part of a text that {@link FastLineReader} works on: the bytes from the start of the current
 * line to the last byte that was read from the stream.
 *
 * <p>The mark is the start of the current record. Bytes from the mark on stay in the buffer; bytes
 * before it are dropped when more are read. A zero byte follows the last byte. It fits no rule of
 * JSON, so every loop stops there. {@link #isShort} returns whether a loop stopped at the end of
 * the buffer.
 *
 * <p><b>Cost.</b> The buffer starts with 8 KiB and grows up to 256 KiB while the stream fills it.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class LineBuffer {
  private static final int FIRST_BYTES = 1 << 13;
  private static final int MOST_BYTES = 1 << 18;

  /**
   * A longer record is left to the tokeniser, so that little is read twice if a stream comes in
   * small pieces.
   */
  private static final int LONGEST_RECORD = 1 << 15;

  /** The largest part of a line that is read to find the end of the line. */
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

  /** Returns the number of the line at the mark, from 1. */
  int line() {
    return line;
  }

  /** Returns whether all bytes in the buffer are consumed. */
  boolean isShort() {
    return at == end;
  }

  void skipBlanks() {
    while (bytes[at] == ' ' || bytes[at] == '\t') {
      at++;
    }
  }

  /** Consumes a character if it is next. */
  boolean pass(char expected) {
    if (bytes[at] != expected) {
      return false;
    }
    at++;
    return true;
  }

  /** Consumes some bytes if all of them are next; otherwise the position does not change. */
  boolean pass(byte[] expected) {
    int to = at + expected.length;
    if (to > end || !Arrays.equals(bytes, at, to, expected, 0, expected.length)) {
      return false;
    }
    at = to;
    return true;
  }

  /**
   * Consumes a word if it is next. Otherwise the position does not change, or it is the end of the
   * buffer if the buffer ends within the word.
   */
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
   * Consumes the end of the line after a record and all empty lines; the mark is then at the next
   * record.
   *
   * @return false if something else follows the record, or if the text ends
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

  /** Consumes blanks and the end of the line; otherwise the position does not change. */
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
   * Reads at least one byte from the stream and drops the bytes before the mark.
   *
   * @return false if the stream has ended or the record at the mark is too long
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
   * Returns the length of the line at the mark, without its end. Returns -1 if the line is too long
   * or not complete, or if it contains a carriage return, which the tokeniser counts as the end of
   * a line.
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

  /**
   * Returns whether more bytes must be read to see the byte at an index, and its successor if it is
   * a carriage return.
   */
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

  /**
   * Returns a stream of the bytes that are not consumed, in the buffer and after it. A source that
   * has ended is not asked again. The stream never closes the source.
   */
  InputStream toStream() {
    InputStream after =
        new FilterInputStream(isEnded ? InputStream.nullInputStream() : source) {
          @Override
          public void close() {
            // A stream of several closes each at its end, but the source is closed with the reader.
          }
        };
    return new SequenceInputStream(new ByteArrayInputStream(bytes, at, end - at), after);
  }
}
