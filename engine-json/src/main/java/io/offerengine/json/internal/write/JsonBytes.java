package io.offerengine.json.internal.write;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.io.NumberOutput;

/**
 * A growing buffer of JSON in UTF-8. Numbers and texts have the same form as in {@link JsonOutput}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class JsonBytes {
  private static final byte[] NULL = "null".getBytes(US_ASCII);
  private static final byte[] TRUE = "true".getBytes(US_ASCII);
  private static final byte[] FALSE = "false".getBytes(US_ASCII);

  /** The digits and the sign of a long. */
  private static final int LONGEST_INTEGER = 20;

  private byte[] bytes;
  private int size;

  JsonBytes(int capacity) {
    this.bytes = new byte[capacity];
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
    reserve(source.length);
    System.arraycopy(source, 0, bytes, size, source.length);
    size += source.length;
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
    reserve(NumberOutput.MAX_DOUBLE_BYTES);
    size = NumberOutput.outputDouble(value, bytes, size);
  }

  void integer(long value) {
    reserve(LONGEST_INTEGER);
    size = NumberOutput.outputLong(value, bytes, size);
  }

  /** Appends a text. Half of a surrogate pair becomes U+FFFD. */
  void text(String text) {
    reserve(text.length() + 2);
    int start = size;
    bytes[size++] = '"';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        size = start;
        escapedText(JsonOutput.repaired(text));
        return;
      }
      bytes[size++] = (byte) c;
    }
    bytes[size++] = '"';
  }

  private void escapedText(String text) {
    raw('"');
    raw(JsonStringEncoder.getInstance().quoteAsUTF8(text));
    raw('"');
  }
}
