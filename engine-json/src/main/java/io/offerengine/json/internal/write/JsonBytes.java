package io.offerengine.json.internal.write;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.internal.token.UnicodeText;
import java.util.Arrays;

/**
 * A growing buffer of JSON in UTF-8. Numbers and texts have the same form as in {@link JsonOutput}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class JsonBytes {
  private static final byte[] NULL = "null".getBytes(US_ASCII);
  private static final byte[] TRUE = "true".getBytes(US_ASCII);
  private static final byte[] FALSE = "false".getBytes(US_ASCII);
  private static final byte[] HEXADECIMAL = "0123456789ABCDEF".getBytes(US_ASCII);

  /** The digits and the sign of a long. */
  private static final int LONGEST_INTEGER = 20;

  /** The length of {@code \u0000}. */
  private static final int LONGEST_ESCAPE = 6;

  /**
   * The letter after the backslash, by ASCII character; 0 for no escape, 'u' for a numeric escape.
   */
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

  /** Returns a text as JSON, with quotation marks. */
  static byte[] ofText(String text) {
    JsonBytes json = new JsonBytes(text.length() + 2);
    json.text(text);
    return json.toArray();
  }

  int size() {
    return size;
  }

  /** Returns a copy of the bytes. */
  byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Grows the buffer if it has no room for {@code more} bytes. */
  private void reserve(int more) {
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

  void raw(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
  }

  /** Appends null. */
  void nothing() {
    raw(NULL);
  }

  void flag(boolean value) {
    raw(value ? TRUE : FALSE);
  }

  /** Appends a number; null for NaN. */
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

  /** Appends a text. Half of a surrogate pair becomes U+FFFD. */
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
