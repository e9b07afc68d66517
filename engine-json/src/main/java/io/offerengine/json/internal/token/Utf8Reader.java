package io.offerengine.json.internal.token;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * The characters of UTF-8 bytes: strict, and never guessing another encoding.
 *
 * <p>A byte order mark of UTF-8 is skipped. Bytes that are no UTF-8 raise an {@link
 * UnreadableException} after all characters before them were handed out; {@link #position} is then
 * theirs.
 *
 * <p><b>Cost.</b> One buffer of {@link #BUFFER} bytes, whatever the length of the text.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Utf8Reader extends Reader {
  private static final int BUFFER = 8192;
  private static final int LONGEST_MARK = 4;

  private final InputStream source;
  private final ByteBuffer bytes;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private long allowance = Long.MAX_VALUE;
  private boolean started;
  private boolean ended;
  private long handedOut;
  private long lineStart;
  private int line = 1;
  private boolean afterReturn;

  /** Text that can't be read, with the reason in words that a client may see. */
  static final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableException(String problem) {
      super(problem);
    }
  }

  /** More characters than the allowance. */
  static final class AllowanceException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  Utf8Reader(InputStream source) {
    this.source = source;
    this.bytes = ByteBuffer.allocate(BUFFER).limit(0);
  }

  /** Reads a part of an array, which is not copied and must not change meanwhile. */
  Utf8Reader(byte[] text, int offset, int length) {
    this.source = InputStream.nullInputStream();
    this.bytes = ByteBuffer.wrap(text, offset, length);
    this.ended = true;
  }

  /**
   * Goes on with a text whose beginning was read by somebody else.
   *
   * @param start the position of the next character
   */
  Utf8Reader(InputStream source, Position start) {
    this(source);
    this.started = true;
    this.line = start.line();
    this.lineStart = 1L - start.column();
  }

  /**
   * Hands out about as many more characters before it fails: up to one read more, because readers
   * read ahead.
   */
  void allow(long characters) {
    allowance = characters;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (!started) {
      started = true;
      start();
    }
    if (allowance <= 0) {
      throw new AllowanceException();
    }
    CharBuffer characters = CharBuffer.wrap(target, offset, length);
    while (true) {
      CoderResult result = decoder.decode(bytes, characters, ended);
      int decoded = characters.position() - offset;
      if (decoded > 0) {
        allowance -= decoded;
        countLines(target, offset, decoded);
        return decoded;
      }
      if (result.isError()) {
        throw new UnreadableException("the bytes here are not valid UTF-8");
      }
      if (result.isOverflow()) {
        return 0;
      }
      if (ended) {
        return -1;
      }
      fill();
    }
  }

  /** Returns the position after the last character that was handed out. */
  Position position() {
    return new Position(line, (int) (handedOut - lineStart) + 1);
  }

  /** A line ends with a line feed, a carriage return, or both in this order. */
  private void countLines(char[] characters, int offset, int count) {
    char before = afterReturn ? '\r' : ' ';
    for (int i = 0; i < count; i++) {
      char c = characters[offset + i];
      // One comparison tells nearly all.
      if (c <= '\r' && (c == '\n' || c == '\r')) {
        char previous = i == 0 ? before : characters[offset + i - 1];
        line += c == '\n' && previous == '\r' ? 0 : 1;
        lineStart = handedOut + i + 1;
      }
    }
    afterReturn = count == 0 ? afterReturn : characters[offset + count - 1] == '\r';
    handedOut += count;
  }

  private void start() throws IOException {
    while (bytes.remaining() < LONGEST_MARK && !ended) {
      fill();
    }
    if (startsWith(0xEF, 0xBB, 0xBF)) {
      bytes.position(bytes.position() + 3);
    }
    boolean isWide = startsWith(0xFE, 0xFF) || startsWith(0xFF, 0xFE);
    for (int i = 0; i < Math.min(LONGEST_MARK, bytes.remaining()); i++) {
      isWide |= bytes.get(bytes.position() + i) == 0;
    }
    if (isWide) {
      throw new UnreadableException("the text seems to be UTF-16 or UTF-32; send UTF-8");
    }
  }

  private boolean startsWith(int... expected) {
    if (bytes.remaining() < expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if ((bytes.get(bytes.position() + i) & 0xFF) != expected[i]) {
        return false;
      }
    }
    return true;
  }

  private void fill() throws IOException {
    bytes.compact();
    int count = source.read(bytes.array(), bytes.position(), bytes.remaining());
    ended = count < 0;
    bytes.position(bytes.position() + Math.max(count, 0));
    bytes.flip();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
