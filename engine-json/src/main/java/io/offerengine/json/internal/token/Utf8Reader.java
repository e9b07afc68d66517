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
 * Decodes UTF-8 strictly.
 *
 * <p>A byte order mark of UTF-8 is skipped. Text in UTF-16 or UTF-32 is refused. If bytes are not
 * valid UTF-8, the reader first returns all characters before them; the next call throws an {@link
 * UnreadableException}.
 *
 * <p><b>Cost.</b> Linear in the length of the text. One buffer of {@link #BUFFER} bytes; none if
 * the text is in an array.
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
  private boolean afterReturn;

  /** Thrown if the bytes are not UTF-8. The message may be shown to a client. */
  static final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableException(String problem) {
      super(problem);
    }
  }

  /** Thrown if the text is longer than {@link #allow} permits. */
  static final class AllowanceException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Creates a reader of a stream.
   *
   * @param isRest whether another reader has consumed the beginning of the text
   */
  Utf8Reader(InputStream source, boolean isRest) {
    this.source = source;
    this.started = isRest;
    this.bytes = ByteBuffer.allocate(BUFFER).limit(0);
  }

  /**
   * Creates a reader of a part of an array. The array is not copied, so it must not change before
   * it is read.
   */
  Utf8Reader(byte[] text, int offset, int length) {
    this.source = InputStream.nullInputStream();
    this.bytes = ByteBuffer.wrap(text, offset, length);
    this.ended = true;
  }

  /**
   * Limits the number of further characters. The reader fails after the call that exceeds the
   * limit, so it may return up to one buffer more.
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
        afterReturn = target[offset + decoded - 1] == '\r';
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

  /** Returns whether the last character that was returned is a carriage return. */
  boolean isAfterReturn() {
    return afterReturn;
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
