package io.offerengine.internal.column;

import io.offerengine.query.LocationSet;
import io.offerengine.query.TextSet;
import io.offerengine.query.TextualSet;
import io.offerengine.schema.Collation;
import io.offerengine.schema.FieldType;
import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The distinct texts of a column, each known by a code.
 *
 * <p>Codes follow the texts' order: by collation key, then by the text itself, so that a range of
 * keys is a range of codes. Texts of equal keys have codes next to each other and one {@linkplain
 * #rank rank}.
 *
 * <p><b>Cost.</b> A single text is looked up in O(1) where texts are few, in O(log texts)
 * elsewhere; so are a text set's cuts and a place set's terms.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Dictionary {
  /** Of so many texts at most an index has bitmaps, so that they are looked up often. */
  private static final int MOST_HASHED = 512;

  private final String[] texts;
  private final String[] keys;
  private final int[] ranks;

  /**
   * The least code of each key, where these are few: a search looks texts up in every segment, and
   * each step of a binary search is two cache misses.
   */
  private final @Nullable Object2IntOpenHashMap<String> codeByKey;

  /** Only of places. */
  private final @Nullable CountryCodes countries;

  /**
   * Creates the dictionary of distinct texts.
   *
   * @param texts in the order of their codes
   * @param keys the collation key of each
   */
  Dictionary(FieldType type, String[] texts, String[] keys) {
    this.texts = texts;
    this.keys = keys;
    this.ranks = new int[texts.length];
    for (int code = 0; code < ranks.length; code++) {
      boolean same = code > 0 && keys[code].equals(keys[code - 1]);
      ranks[code] = same ? ranks[code - 1] : code;
    }
    this.codeByKey = keys.length <= MOST_HASHED ? byKey(keys) : null;
    this.countries = type == FieldType.PLACE ? CountryCodes.of(keys) : null;
  }

  private static Object2IntOpenHashMap<String> byKey(String[] keys) {
    Object2IntOpenHashMap<String> codes = new Object2IntOpenHashMap<>(keys.length);
    codes.defaultReturnValue(keys.length);
    for (int code = 0; code < keys.length; code++) {
      codes.putIfAbsent(keys[code], code);
    }
    codes.trim();
    return codes;
  }

  /** A text, its collation key, and a number to know it by. */
  public record Entry(String text, String key, int number) {}

  /** Returns the dictionary of some entries with distinct texts, which it sorts by code. */
  public static Dictionary of(FieldType type, Entry[] entries) {
    Comparator<Entry> byKey = (left, right) -> Collation.compare(left.key(), right.key());
    Arrays.sort(entries, byKey.thenComparing(Entry::text));
    int size = entries.length;
    String[] texts = new String[size];
    String[] keys = new String[size];
    for (int code = 0; code < size; code++) {
      texts[code] = entries[code].text();
      keys[code] = entries[code].key();
    }
    return new Dictionary(type, texts, keys);
  }

  /** Returns the number of codes. */
  public int size() {
    return texts.length;
  }

  /** Returns the text of a code. */
  public String text(int code) {
    return texts[code];
  }

  /** Returns the collation key of a code's text. */
  public String key(int code) {
    return keys[code];
  }

  /** Returns the least code whose text is equal to a code's text. */
  public int rank(int code) {
    return ranks[code];
  }

  /** Returns the texts by code. */
  public List<String> texts() {
    return List.of(texts);
  }

  /** Returns the codes whose texts a set accepts, as a bitmap. */
  public long[] select(TextualSet accepted) {
    long[] codes = new long[Bits.wordCount(texts.length)];
    if (accepted instanceof TextSet set) {
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
      return codes;
    }
    LocationSet places = (LocationSet) accepted;
    List<String> allowed = places.allowed();
    if (allowed == null) {
      Bits.setRange(codes, 0, texts.length);
    } else {
      setMatching(allowed, codes);
    }
    if (!places.excluded().isEmpty()) {
      long[] excluded = new long[codes.length];
      setMatching(places.excluded(), excluded);
      Bits.andNot(codes, excluded, 0, codes.length);
    }
    return codes;
  }

  private void setMatching(List<String> terms, long[] codes) {
    for (int i = 0; i < terms.size(); i++) {
      setMatching(terms.get(i), codes);
    }
  }

  /** Sets the codes of the places that are a term, or lie in a country that it is. */
  private void setMatching(String term, long[] codes) {
    setEqual(term, codes);
    if (countries != null && Collation.isCountryCode(term)) {
      countries.set(term, codes);
    }
  }

  /** Sets the codes of the texts that have a key. */
  private void setEqual(String key, long[] codes) {
    for (int code = firstCode(key); hasKey(code, key); code++) {
      Bits.set(codes, code);
    }
  }

  /** Returns the first code of the texts that have a key, if any has: {@link #hasKey} tells. */
  public int firstCode(String key) {
    return codeByKey == null ? codesBefore(new TextSet.Cut(key, false)) : codeByKey.getInt(key);
  }

  /** Returns whether a number is a code whose text has a key. */
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

  private static long hashBytes(int size) {
    int slots = HashCommon.arraySize(size, Hash.DEFAULT_LOAD_FACTOR) + 1;
    return Footprint.object(5 * Footprint.REFERENCE + 7 * Integer.BYTES + 1)
        + Footprint.array(slots, Footprint.REFERENCE)
        + Footprint.array(slots, Integer.BYTES);
  }

  /** Returns the memory that it holds, in bytes, the texts included. */
  public long bytes() {
    long bytes =
        2 * Footprint.array(texts.length, Footprint.REFERENCE)
            + Footprint.array(ranks.length, Integer.BYTES);
    bytes += codeByKey == null ? 0 : hashBytes(codeByKey.size());
    bytes += countries == null ? 0 : countries.bytes();
    for (int code = 0; code < texts.length; code++) {
      bytes += Footprint.string(texts[code]);
      bytes += texts[code].equals(keys[code]) ? 0 : Footprint.string(keys[code]);
    }
    return bytes;
  }
}
