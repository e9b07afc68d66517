package io.offerengine.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.zip.Checksum;

/**
 * Bytes that grow, and their reading from a position on. Integers take few bytes if they are small.
 *
 * <p>Reading beyond the end throws an {@link IndexOutOfBoundsException}, and a number that is too
 * large an {@link ArithmeticException}. No reading makes an array that is longer than what is left.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class RecordBytes {
  private static final int FIRST_BYTES = 4_096;
  private static final int SEVEN_BITS = 0x7F;
  private static final int MORE = 0x80;

  private byte[] bytes;

  /** Where the next byte is written or read. */
  private int position;

  /** Where reading ends. */
  private final int end;

  private RecordBytes(byte[] bytes, int end) {
    this.bytes = bytes;
    this.end = end;
  }

  /** Returns empty bytes to write to. */
  static RecordBytes empty() {
    return new RecordBytes(new byte[FIRST_BYTES], 0);
  }

  /** Returns bytes to read, up to an end. */
  static RecordBytes of(byte[] bytes, int end) {
    return new RecordBytes(bytes, end);
  }

  /** Forgets what was written. */
  void clear() {
    position = 0;
  }

  /** Returns a copy of what was written. */
  byte[] written() {
    return Arrays.copyOf(bytes, position);
  }

  /** Returns how many bytes were written or read. */
  int position() {
    return position;
  }

  /** Returns whether everything was read. */
  boolean isAtEnd() {
    return position == end;
  }

  private void room(int more) {
    if (bytes.length - position < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(position, more), 2 * bytes.length));
    }
  }

  /** Reads that so many bytes follow, and passes them; returns where they begin. */
  private int pass(int count) {
    if (count < 0 || count > end - position) {
      throw new IndexOutOfBoundsException("it ends before " + count + " more bytes");
    }
    int begin = position;
    position += count;
    return begin;
  }

  void writeByte(int value) {
    room(1);
    bytes[position++] = (byte) value;
  }

  int readByte() {
    return bytes[pass(1)];
  }

  /** Writes a size, which is not negative. */
  void writeSize(int size) {
    writeUnsigned(size);
  }

  int readSize() {
    int size = Math.toIntExact(readUnsigned());
    if (size < 0) {
      throw new ArithmeticException("a size is negative: " + size);
    }
    return size;
  }

  /** Reads the number of values or bytes that follow; each value takes a byte or more. */
  int readCount() {
    int count = readSize();
    if (count > end - position) {
      throw new IndexOutOfBoundsException("it ends before " + count + " more values or bytes");
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
      if (shift >= Long.SIZE) {
        throw new ArithmeticException("a number has more than 64 bits");
      }
      next = bytes[pass(1)];
      value |= (long) (next & SEVEN_BITS) << shift;
      shift += 7;
    } while (next < 0);
    return value;
  }

  void writeInt(int value) {
    room(Integer.BYTES);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      bytes[position++] = (byte) (value >>> shift);
    }
  }

  /** Writes a number over the four bytes at a position. */
  void overwriteInt(int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[at + i] = (byte) (value >>> (i * Byte.SIZE));
    }
  }

  /** Adds everything that was written to a checksum. */
  void addTo(Checksum checksum) {
    checksum.update(bytes, 0, position);
  }

  int readInt() {
    int begin = pass(Integer.BYTES);
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value |= (bytes[begin + i] & 0xFF) << (i * Byte.SIZE);
    }
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
    int begin = pass(Long.BYTES);
    long bits = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      bits |= (bytes[begin + i] & 0xFFL) << (i * Byte.SIZE);
    }
    return Double.longBitsToDouble(bits);
  }

  void writeText(String text) {
    byte[] encoded = text.getBytes(UTF_8);
    writeSize(encoded.length);
    write(encoded);
  }

  String readText() {
    int length = readCount();
    return new String(bytes, pass(length), length, UTF_8);
  }

  /** Writes bytes without their number. */
  void write(byte[] value) {
    room(value.length);
    System.arraycopy(value, 0, bytes, position, value.length);
    position += value.length;
  }

  byte[] read(int count) {
    int begin = pass(count);
    return Arrays.copyOfRange(bytes, begin, begin + count);
  }

  /** Passes bytes without reading them. */
  void skip(int count) {
    pass(count);
  }

  /** Reads bytes if they are those given; otherwise reads nothing. */
  boolean passIfEqual(byte[] expected) {
    int after = position + expected.length;
    if (expected.length > end - position
        || !Arrays.equals(bytes, position, after, expected, 0, expected.length)) {
      return false;
    }
    position = after;
    return true;
  }
}
