package io.offerengine.internal.column;

import io.offerengine.query.TextSet;
import io.offerengine.schema.Collation;
import java.util.Objects;

/**
 * The keys of a dictionary that match patterns, one of which is a prefix. Upper and lower case are
 * equal for patterns and differ in the order of keys, so that a prefix is a range of keys for each
 * way to write it. A range of the first letters is narrowed letter by letter; a way that no key has
 * ends at once.
 *
 * <p><b>Cost.</b> Two binary searches for each letter and each way that keys have. Few keys of a
 * way are tested one by one.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class KeysOfPrefix {
  /** Testing so few keys costs less than searching among them. */
  private static final int FEW = 16;

  private final String[] keys;
  private final TextSet patterns;
  private final int[] prefix;
  private final long[] codes;

  /**
   * Creates a selection.
   *
   * @param keys ascending by code point
   * @param patterns have a prefix
   * @param codes receives the codes of the keys that have the prefix; if they are few of one way to
   *     write it, only those that match all patterns
   */
  KeysOfPrefix(String[] keys, TextSet patterns, long[] codes) {
    this.keys = keys;
    this.patterns = patterns;
    this.prefix = Objects.requireNonNull(patterns.prefix()).codePoints().toArray();
    this.codes = codes;
  }

  /** Adds the codes. */
  void select() {
    narrow(0, keys.length, "", 0);
  }

  /**
   * Adds the codes of a range.
   *
   * @param known with what all keys of the range start: a way to write the first letters
   * @param letters how many letters of the prefix that are
   */
  private void narrow(int from, int to, String known, int letters) {
    if (letters == prefix.length) {
      Bits.setRange(codes, from, to);
    } else if (to - from <= FEW) {
      for (int code = from; code < to; code++) {
        if (patterns.matches(keys[code])) {
          Bits.set(codes, code);
        }
      }
    } else {
      for (int letter : TextSet.unfolded(prefix[letters])) {
        String next = known + Character.toString(letter);
        int low =
            BinarySearch.firstBehind(from, to, code -> Collation.compare(keys[code], next) >= 0);
        int high = BinarySearch.firstBehind(low, to, code -> !keys[code].startsWith(next));
        if (low < high) {
          narrow(low, high, next, letters + 1);
        }
      }
    }
  }
}
