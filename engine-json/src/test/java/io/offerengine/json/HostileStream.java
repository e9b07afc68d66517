package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.InputStream;

/**
 * A text that is made while it is read: a start, a part over and over, an end. It counts the bytes
 * that were taken.
 *
 * <p><b>Cost.</b> Memory for the three parts, whatever the length.
 */
final class HostileStream extends InputStream {
  private final byte[] start;
  private final byte[] part;
  private final byte[] end;
  private final long length;
  private long taken;

  HostileStream(String start, String part, long times, String end) {
    this.start = start.getBytes(UTF_8);
    this.part = part.getBytes(UTF_8);
    this.end = end.getBytes(UTF_8);
    this.length = this.start.length + this.part.length * times + this.end.length;
  }

  /** Returns how many bytes there are. */
  long length() {
    return length;
  }

  /** Returns how many bytes were taken. */
  long taken() {
    return taken;
  }

  @Override
  public int read() {
    if (taken == length) {
      return -1;
    }
    long at = taken++;
    if (at < start.length) {
      return start[(int) at] & 0xFF;
    }
    long fromEnd = at - (length - end.length);
    if (fromEnd >= 0) {
      return end[(int) fromEnd] & 0xFF;
    }
    return part[(int) ((at - start.length) % part.length)] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int count) {
    int read = 0;
    for (int b; read < count && (b = read()) >= 0; read++) {
      target[offset + read] = (byte) b;
    }
    return read == 0 && count > 0 ? -1 : read;
  }
}
