package io.offerengine.server.offers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Bytes that grow, and their reading from a position on. Integers take few bytes if they are small.
 *
 * <p>Reading beyond the end throws an {@link ArrayIndexOutOfBoundsException}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class RecordBytes {
  private static final int FIRST_BYTES = 512;
  private static final int SEVEN_BITS = 0x7F;
  private static final int MORE = 0x80;

  private byte[] bytes;

  /** Where the next byte is written or read. */
  private int position;

  private RecordBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns empty bytes to write to. */
  static RecordBytes empty() {
    return new RecordBytes(new byte[FIRST_BYTES]);
  }

  /** Returns bytes to read. */
  static RecordBytes of(byte[] bytes) {
    return new RecordBytes(bytes);
  }

  /** Forgets what was written. */
  void clear() {
    position = 0;
  }

  /** Returns a copy of what was written. */
  byte[] written() {
    return Arrays.copyOf(bytes, position);
  }

  /** Returns whether everything was read. */
  boolean isAtEnd() {
    return position == bytes.length;
  }

  private void room(int more) {
    if (bytes.length - position < more) {
      bytes = Arrays.copyOf(bytes, Math.max(position + more, 2 * bytes.length));
    }
  }

  void writeByte(int value) {
    room(1);
    bytes[position++] = (byte) value;
  }

  int readByte() {
    return bytes[position++];
  }

  /** Writes a size, which is not negative. */
  void writeSize(int size) {
    writeUnsigned(size);
  }

  int readSize() {
    return Math.toIntExact(readUnsigned());
  }

  /** Reads the number of values or bytes that follow; each value takes a byte or more. */
  int readCount() {
    int count = readSize();
    if (count < 0 || count > bytes.length - position) {
      throw new ArrayIndexOutOfBoundsException("it ends before " + count + " more values or bytes");
    }
    return count;
  }

  void writeLong(long value) {
    writeUnsigned((value << 1) ^ (value >> (Long.SIZE - 1)));
  }

  long readLong() {
    long read = readUnsigned();
    return (read >>> 1) ^ -(read & 1);
  }

  private void writeUnsigned(long value) {
    room(Long.BYTES + 2);
    long rest = value;
    while ((rest & ~SEVEN_BITS) != 0) {
      bytes[position++] = (byte) ((rest & SEVEN_BITS) | MORE);
      rest >>>= 7;
    }
    bytes[position++] = (byte) rest;
  }

  private long readUnsigned() {
    long value = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[position++];
      value |= (long) (next & SEVEN_BITS) << shift;
      shift += 7;
    } while (next < 0);
    return value;
  }

  void writeDouble(double value) {
    room(Long.BYTES);
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes[position++] = (byte) (bits >>> shift);
    }
  }

  double readDouble() {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bits |= (bytes[position++] & 0xFFL) << shift;
    }
    return Double.longBitsToDouble(bits);
  }

  void writeText(String text) {
    writeBytes(text.getBytes(UTF_8));
  }

  String readText() {
    int length = readCount();
    String text = new String(bytes, position, length, UTF_8);
    position += length;
    return text;
  }

  void writeBytes(byte[] value) {
    writeSize(value.length);
    room(value.length);
    System.arraycopy(value, 0, bytes, position, value.length);
    position += value.length;
  }

  byte[] readBytes() {
    int length = readCount();
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }
}
