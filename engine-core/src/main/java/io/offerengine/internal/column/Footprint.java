package io.offerengine.internal.column;

/**
 * Computes the memory of Java objects in bytes, for a 64-bit JVM with compressed references.
 *
 * <p>With a heap of more than 32 GB, or with other object headers, the results are a few per cent
 * too small or too large.
 */
public final class Footprint {
  /** The size of a reference. */
  public static final int REFERENCE = 4;

  private static final int ARRAY_HEADER = 16;
  private static final int OBJECT_HEADER = 12;
  private static final int ALIGNMENT = 8;

  /** A string's own fields: its bytes, their coder, its hash and a flag. */
  private static final int STRING_FIELDS = REFERENCE + Integer.BYTES + 2;

  private Footprint() {}

  /** Returns the size of an object whose fields take {@code fieldBytes} bytes together. */
  public static long object(int fieldBytes) {
    return align(OBJECT_HEADER + fieldBytes);
  }

  /** Returns the size of an array. */
  public static long array(long length, int elementBytes) {
    return align(ARRAY_HEADER + length * elementBytes);
  }

  /** Returns the size of a string with its characters. */
  public static long string(String text) {
    boolean latin = text.chars().allMatch(c -> c <= 0xFF);
    return object(STRING_FIELDS) + array(text.length(), latin ? 1 : Character.BYTES);
  }

  private static long align(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
