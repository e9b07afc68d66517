package io.offerengine.json.internal.read;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * A cache of short texts: if the same bytes occur again, the pool returns the same string, whose
 * hash is already computed.
 *
 * <p><b>Layout.</b> A table with one slot for each hash value. A new text replaces the text in its
 * slot, so the memory is bounded.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class TextPool {
  private static final int SLOTS = 1 << 11;
  private static final int GOLDEN = 0x9E37_79B9;
  private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS);

  /** Longer texts rarely repeat. */
  private static final int LONGEST = 64;

  private @Nullable String[] slots = new String[0];

  /**
   * Returns the text of some ASCII characters.
   *
   * @param hash the hash code of the text, as {@link String#hashCode} computes it
   */
  String get(byte[] bytes, int offset, int length, int hash) {
    if (length > LONGEST) {
      return new String(bytes, offset, length, ISO_8859_1);
    }
    if (slots.length == 0) {
      slots = new String[SLOTS];
    }
    int slot = (hash * GOLDEN) >>> SHIFT;
    String known = slots[slot];
    if (known != null && known.hashCode() == hash && isOf(known, bytes, offset, length)) {
      return known;
    }
    String text = new String(bytes, offset, length, ISO_8859_1);
    slots[slot] = text;
    return text;
  }

  private static boolean isOf(String text, byte[] bytes, int offset, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) != bytes[offset + i]) {
        return false;
      }
    }
    return true;
  }
}
