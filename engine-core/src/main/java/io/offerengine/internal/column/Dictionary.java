package io.offerengine.internal.column;

import io.offerengine.internal.column.GrowingDictionary.CodeByText;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.TextSet;
import io.offerengine.schema.Collation;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The distinct texts of a sealed column of texts or of lists. Each text has a code.
 *
 * <p><b>Order.</b> Codes ascend by collation key, then by the text itself. A range of keys is
 * therefore a range of codes. Texts with equal keys have adjacent codes.
 *
 * <p><b>Cost.</b> A lookup by key is O(1) in a dictionary of few texts, O(log texts) in a larger
 * one.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Dictionary implements Texts, Footprint.Measured {
  /** The most texts of a hashed dictionary. A field of more texts has no bitmaps to look up. */
  public static final int MOST_HASHED = 512;

  /** Characters that patterns read between two checks of the deadline: a tenth of a millisecond. */
  private static final int CHARS_PER_CHECK = 1 << 16;

  /** Testing so few keys costs less than searching among them. */
  private static final int FEW = 16;

  private final String[] texts;
  private final String[] keys;

  /**
   * The least code of each key; null in a large dictionary. A search looks its texts up in every
   * segment, and each step of a binary search costs two cache misses.
   */
  private final @Nullable CodeByText codeByKey;

  /**
   * Creates a dictionary.
   *
   * @param texts the distinct texts in the order of their codes
   * @param keys the collation key of each text
   */
  Dictionary(String[] texts, String[] keys) {
    this.texts = texts;
    this.keys = keys;
    this.codeByKey = keys.length <= MOST_HASHED ? byKey(keys) : null;
  }

  /** Writes the texts, and the keys that differ from their texts. */
  void write(BlockWriter out) throws IOException {
    out.writeTexts(texts);
    for (int code = 0; code < texts.length; code++) {
      if (!keys[code].equals(texts[code])) {
        out.writeInt(code);
        out.writeText(keys[code]);
      }
    }
    out.writeInt(texts.length);
  }

  static Dictionary read(BlockReader in) throws IOException {
    String[] texts = in.readTexts();
    String[] keys = texts.clone();
    for (int code = in.readInt(); code != texts.length; code = in.readInt()) {
      keys[code] = in.readText();
    }
    return new Dictionary(texts, keys);
  }

  private static CodeByText byKey(String[] keys) {
    CodeByText codes = new CodeByText();
    codes.defaultReturnValue(keys.length);
    for (int code = 0; code < keys.length; code++) {
      codes.putIfAbsent(keys[code], code);
    }
    codes.trim();
    return codes;
  }

  @Override
  public int size() {
    return texts.length;
  }

  @Override
  public String text(int code) {
    return texts[code];
  }

  @Override
  public String key(int code) {
    return keys[code];
  }

  /** Returns for each code the least one whose text has the same collation key: its rank. */
  public int[] ranks() {
    int[] ranks = new int[keys.length];
    for (int code = 0; code < ranks.length; code++) {
      ranks[code] = code > 0 && keys[code].equals(keys[code - 1]) ? ranks[code - 1] : code;
    }
    return ranks;
  }

  /**
   * Returns a bitmap of the codes whose texts a set accepts, with room for one number more.
   *
   * @param deadline checks the deadline of the search: patterns read all texts, or all that have a
   *     prefix
   */
  public long[] select(TextSet accepted, Runnable deadline) {
    long[] codes = candidates(accepted);
    if (accepted.hasPatterns()) {
      retainMatching(accepted, codes, deadline);
    }
    return codes;
  }

  /**
   * Returns a bitmap of the codes whose texts are tested for patterns: those between the cuts that
   * have the prefix, if all must have one.
   */
  public long[] candidates(TextSet set) {
    long[] codes = new long[Bits.wordCount(texts.length + 1)];
    List<TextSet.Cut> cuts = set.cuts();
    for (int i = 0; i < cuts.size(); i += 2) {
      TextSet.Cut low = cuts.get(i);
      TextSet.Cut high = i + 1 < cuts.size() ? cuts.get(i + 1) : null;
      if (high != null && !low.after() && low.key().equals(high.key())) {
        setEqual(low.key(), codes);
      } else {
        Bits.setRange(codes, codesBefore(low), high == null ? texts.length : codesBefore(high));
      }
    }
    String prefix = set.prefix();
    if (prefix != null) {
      long[] ofPrefix = new long[codes.length];
      addPrefix(set, "", prefix, 0, keys.length, ofPrefix);
      Bits.and(codes, ofPrefix, 0, codes.length);
    }
    return codes;
  }

  /**
   * Adds the codes of a range whose keys have the prefix of patterns; of few keys, only those that
   * match all patterns. Upper and lower case are equal for patterns and differ in the order of
   * keys, so that a prefix is a range of keys for each way to write it. A range of the first
   * letters is narrowed letter by letter; a way that no key has ends at once.
   *
   * <p><b>Cost.</b> Two binary searches for each letter and each way that keys have.
   *
   * @param known with what all keys of the range start: a way to write the first letters
   * @param rest the letters of the prefix that follow
   */
  private void addPrefix(
      TextSet patterns, String known, String rest, int from, int to, long[] codes) {
    if (rest.isEmpty()) {
      Bits.setRange(codes, from, to);
    } else if (to - from <= FEW) {
      for (int code = from; code < to; code++) {
        if (patterns.matches(keys[code])) {
          Bits.set(codes, code);
        }
      }
    } else {
      int first = rest.codePointAt(0);
      for (int letter : TextSet.unfolded(first)) {
        String next = known + Character.toString(letter);
        int low =
            BinarySearch.firstBehind(from, to, code -> Collation.compare(keys[code], next) >= 0);
        int high = BinarySearch.firstBehind(low, to, code -> !keys[code].startsWith(next));
        if (low < high) {
          addPrefix(patterns, next, rest.substring(Character.charCount(first)), low, high, codes);
        }
      }
    }
  }

  /** Removes the codes from a bitmap whose keys do not match patterns. */
  private void retainMatching(TextSet set, long[] codes, Runnable deadline) {
    int read = 0;
    for (int i = 0; i < codes.length; i++) {
      for (long rest = codes[i]; rest != 0; rest &= rest - 1) {
        int code = (i << 6) + Long.numberOfTrailingZeros(rest);
        if (!set.matches(keys[code])) {
          Bits.clear(codes, code);
        }
        read += keys[code].length();
        if (read >= CHARS_PER_CHECK) {
          read = 0;
          deadline.run();
        }
      }
    }
  }

  /** Adds the codes of the texts that have a collation key to a bitmap. */
  private void setEqual(String key, long[] codes) {
    for (int code = firstCode(key); hasKey(code, key); code++) {
      Bits.set(codes, code);
    }
  }

  /**
   * Returns the least code of the texts that have a collation key. If no text has the key, the
   * result is a number for which {@link #hasKey} is false.
   */
  public int firstCode(String key) {
    return codeByKey == null ? codesBefore(new TextSet.Cut(key, false)) : codeByKey.getInt(key);
  }

  /** Returns whether a number is a code, and the text of this code has a collation key. */
  public boolean hasKey(int code, String key) {
    return code < keys.length && keys[code].equals(key);
  }

  private int codesBefore(TextSet.Cut cut) {
    int low = 0;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = Collation.compare(keys[middle], cut.key());
      boolean before = order < 0 || (order == 0 && cut.after());
      low = before ? middle + 1 : low;
      high = before ? high : middle;
    }
    return low;
  }

  @Override
  public long bytes() {
    long bytes =
        Footprint.object(3 * Footprint.REFERENCE)
            + 2 * Footprint.array(texts.length, Footprint.REFERENCE);
    bytes += codeByKey == null ? 0 : codeByKey.bytes();
    for (int code = 0; code < texts.length; code++) {
      bytes += Footprint.string(texts[code]);
      bytes += texts[code].equals(keys[code]) ? 0 : Footprint.string(keys[code]);
    }
    return bytes;
  }
}
