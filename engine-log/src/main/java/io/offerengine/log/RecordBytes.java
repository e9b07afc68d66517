package io.offerengine.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes that grow, and their reading from a position on. Integers take few bytes if they are small.
 * Numbers of a fixed size begin with their lowest byte.
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

  private ByteBuffer bytes;

  private RecordBytes(ByteBuffer bytes) {
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns empty bytes to write to. */
  static RecordBytes empty() {
    return new RecordBytes(ByteBuffer.allocate(FIRST_BYTES));
  }

  /** Returns bytes to read, up to an end. */
  static RecordBytes of(byte[] bytes, int end) {
    return new RecordBytes(ByteBuffer.wrap(bytes, 0, end));
  }

  /** Forgets what was written. */
  void clear() {
    bytes.clear();
  }

  /** Returns a copy of what was written. */
  byte[] written() {
    return Arrays.copyOf(bytes.array(), position());
  }

  /** Returns how many bytes were written or read. */
  int position() {
    return bytes.position();
  }

  /** Returns whether everything was read. */
  boolean isAtEnd() {
    return !bytes.hasRemaining();
  }

  /** Returns the bytes, with room for some more. */
  private ByteBuffer room(int more) {
    if (bytes.remaining() < more) {
      int size = Math.max(Math.addExact(position(), more), 2 * bytes.capacity());
      bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN).put(bytes.flip());
    }
    return bytes;
  }

  /** Returns the bytes, of which some more are left. */
  private ByteBuffer left(int count) {
    if (count < 0 || count > bytes.remaining()) {
      throw new IndexOutOfBoundsException("it ends before " + count + " more values or bytes");
    }
    return bytes;
  }

  void writeByte(int value) {
    room(1).put((byte) value);
  }

  int readByte() {
    return left(1).get();
  }

  /** Writes a size, which is not negative. */
  void writeSize(int size) {
    writeUnsigned(size);
  }

  /** Reads the number of values or bytes that follow; each value takes a byte or more. */
  int readCount() {
    int count = Math.toIntExact(readUnsigned());
    left(count);
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
    ByteBuffer out = room(Long.BYTES + 2);
    long rest = value;
    while ((rest & ~SEVEN_BITS) != 0) {
      out.put((byte) ((rest & SEVEN_BITS) | MORE));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  private long readUnsigned() {
    long value = 0;
    int shift = 0;
    int next;
    do {
      if (shift >= Long.SIZE) {
        throw new ArithmeticException("a number has more than 64 bits");
      }
      next = readByte();
      value |= (long) (next & SEVEN_BITS) << shift;
      shift += 7;
    } while (next < 0);
    return value;
  }

  void writeInt(int value) {
    room(Integer.BYTES).putInt(value);
  }

  /** Writes a number over the four bytes at a position. */
  void overwriteInt(int at, int value) {
    bytes.putInt(at, value);
  }

  int readInt() {
    return left(Integer.BYTES).getInt();
  }

  void writeDouble(double value) {
    room(Long.BYTES).putDouble(value);
  }

  double readDouble() {
    return left(Long.BYTES).getDouble();
  }

  void writeText(String text) {
    byte[] encoded = text.getBytes(UTF_8);
    writeSize(encoded.length);
    write(encoded);
  }

  String readText() {
    int length = readCount();
    int begin = position();
    bytes.position(begin + length);
    return new String(bytes.array(), begin, length, UTF_8);
  }

  /** Writes bytes without their number. */
  void write(byte[] value) {
    room(value.length).put(value);
  }

  /** Passes what comes before a position. */
  void passTo(int end) {
    left(end - position());
    bytes.position(end);
  }

  byte[] read(int count) {
    left(count);
    byte[] read = new byte[count];
    bytes.get(read);
    return read;
  }

  /** Reads bytes if they are those given; otherwise reads nothing. */
  boolean passIfEqual(byte[] expected) {
    int after = position() + expected.length;
    boolean isEqual =
        expected.length <= bytes.remaining()
            && Arrays.equals(bytes.array(), position(), after, expected, 0, expected.length);
    if (isEqual) {
      bytes.position(after);
    }
    return isEqual;
  }
}
