package io.offerengine.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * JSON in UTF-8 that is put together byte by byte, in the form that {@link JsonOutput} gives it.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class JsonBytes {
  private static final byte[] NULL = "null".getBytes(US_ASCII);
  private static final byte[] TRUE = "true".getBytes(US_ASCII);
  private static final byte[] FALSE = "false".getBytes(US_ASCII);
  private static final byte[] HEXADECIMAL = "0123456789ABCDEF".getBytes(US_ASCII);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** As long as most keys with a number beside them. */
  static final int SHORT = 32;

  /** A long has 19 digits and a sign. */
  private static final int LONGEST_INTEGER = 20;

  /** {@code \u0000}: what one character may become. */
  private static final int LONGEST_ESCAPE = 6;

  /** The letter after the backslash by ASCII character; 0 for none, 'u' for a number. */
  private static final byte[] ESCAPES = new byte[128];

  static {
    Arrays.fill(ESCAPES, 0, ' ', (byte) 'u');
    ESCAPES['\b'] = 'b';
    ESCAPES['\t'] = 't';
    ESCAPES['\n'] = 'n';
    ESCAPES['\f'] = 'f';
    ESCAPES['\r'] = 'r';
    ESCAPES['"'] = '"';
    ESCAPES['\\'] = '\\';
  }

  private byte[] bytes;
  private int size;

  JsonBytes(int capacity) {
    this.bytes = new byte[capacity];
  }

  /** Returns the JSON of a text, with its quotes. */
  static byte[] ofText(String text) {
    JsonBytes json = new JsonBytes(text.length() + 2);
    json.text(text);
    return json.toArray();
  }

  int size() {
    return size;
  }

  /** Returns how many bytes there is room for without moving. */
  int capacity() {
    return bytes.length;
  }

  void clear() {
    size = 0;
  }

  /** Returns a copy of what was written. */
  byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Returns what was written: the array itself where it is full, not to be written to again. */
  byte[] whole() {
    return size == bytes.length ? bytes : toArray();
  }

  /** Writes all to a stream, and starts anew. */
  void flushTo(OutputStream target) throws IOException {
    target.write(bytes, 0, size);
    size = 0;
  }

  /** Makes room for more bytes. */
  void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * needed));
    }
  }

  void raw(byte[] source) {
    raw(source, 0, source.length);
  }

  void raw(byte[] source, int from, int length) {
    reserve(length);
    System.arraycopy(source, from, bytes, size, length);
    size += length;
  }

  /** Appends where there is room. */
  void append(byte[] source, int from, int length) {
    System.arraycopy(source, from, bytes, size, length);
    size += length;
  }

  /**
   * Appends where there is room. Few bytes are copied {@link #SHORT} at once where they are
   * followed by as many on both sides, and what is too much is overwritten later.
   */
  void appendShort(byte[] source, int from, int length) {
    boolean isShort = from + SHORT <= source.length && size + SHORT <= bytes.length;
    if (length > SHORT || !isShort) {
      append(source, from, length);
      return;
    }
    for (int i = 0; i < SHORT; i += Long.BYTES) {
      LONGS.set(bytes, size + i, (long) LONGS.get(source, from + i));
    }
    size += length;
  }

  /** Appends where there is room. */
  void append(char ascii) {
    bytes[size++] = (byte) ascii;
  }

  void raw(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
  }

  void nothing() {
    raw(NULL);
  }

  void flag(boolean value) {
    raw(value ? TRUE : FALSE);
  }

  /** Writes a number; NaN as null. */
  void number(double value) {
    if (Double.isNaN(value)) {
      nothing();
      return;
    }
    reserve(ShortestDouble.ROOM);
    size = ShortestDouble.write(value, bytes, size);
  }

  void integer(long value) {
    reserve(LONGEST_INTEGER);
    if (value < 0) {
      bytes[size++] = '-';
    }
    // Negative numbers reach one further than positive ones.
    long rest = value < 0 ? value : -value;
    int end = size + digits(rest);
    size = end;
    do {
      bytes[--end] = (byte) ('0' - rest % 10);
      rest /= 10;
    } while (rest != 0);
  }

  private static int digits(long negative) {
    int digits = 1;
    for (long bound = -10; digits < LONGEST_INTEGER - 1 && negative <= bound; bound *= 10) {
      digits++;
    }
    return digits;
  }

  /** Writes a text; half of a surrogate pair, which JSON can't carry, as U+FFFD. */
  void text(String text) {
    reserve(text.length() + 2);
    int start = size;
    bytes[size++] = '"';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ESCAPES.length || ESCAPES[c] != 0) {
        size = start;
        escapedText(UnicodeText.repaired(text));
        return;
      }
      bytes[size++] = (byte) c;
    }
    bytes[size++] = '"';
  }

  private void escapedText(String text) {
    byte[] source = text.getBytes(UTF_8);
    reserve(LONGEST_ESCAPE * source.length + 2);
    bytes[size++] = '"';
    for (byte c : source) {
      byte escape = c < 0 ? 0 : ESCAPES[c];
      if (escape == 0) {
        bytes[size++] = c;
        continue;
      }
      bytes[size++] = '\\';
      bytes[size++] = escape;
      if (escape == 'u') {
        bytes[size++] = '0';
        bytes[size++] = '0';
        bytes[size++] = HEXADECIMAL[c >> 4];
        bytes[size++] = HEXADECIMAL[c & 0xF];
      }
    }
    bytes[size++] = '"';
  }
}
