package io.offerengine.internal.column;

import io.offerengine.schema.Collation;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The distinct texts of a growing column. Each text has a code.
 *
 * <p><b>Order.</b> Codes ascend in the order in which their texts first occur.
 *
 * <p><b>Layout.</b> Per code a text and its collation key; both are one string if they are equal.
 *
 * <p><b>Cost.</b> {@link #codeOf} is O(length of the text). Each distinct text is stored once.
 *
 * <p><b>Threads.</b> One writer. A reader may ask for the codes of rows that were published to it,
 * also while the arrays move.
 */
public final class GrowingDictionary implements Texts, Footprint.Measured {
  private final Collation collation;
  private final CodeByText codeByText = new CodeByText();
  private Entries entries;

  /** The texts by code. Fields are final, so that readers see the contents of moved arrays. */
  private static final class Entries {
    private final @Nullable String[] texts;
    private final @Nullable String[] keys;

    /**
     * The hash of each code's key, at index code + 1. A comparison of hashes is enough to reject
     * most keys. The first element stands for absent texts and is unused.
     */
    private final int[] hashes;

    Entries(@Nullable String[] texts, @Nullable String[] keys, int[] hashes) {
      this.texts = texts;
      this.keys = keys;
      this.hashes = hashes;
    }

    Entries copy(int capacity) {
      return new Entries(
          Arrays.copyOf(texts, capacity),
          Arrays.copyOf(keys, capacity),
          Arrays.copyOf(hashes, capacity - TextColumn.ABSENT));
    }
  }

  /** A map from texts to codes that knows how much memory it takes. */
  static final class CodeByText extends Object2IntOpenHashMap<Object> {
    private static final long serialVersionUID = 1L;

    CodeByText() {
      defaultReturnValue(TextColumn.ABSENT);
    }

    long bytes() {
      return Footprint.object(5 * Footprint.REFERENCE + 7 * Integer.BYTES + 1)
          + Footprint.array(key.length, Footprint.REFERENCE)
          + Footprint.array(value.length, Integer.BYTES);
    }
  }

  /** Creates an empty dictionary with room for some texts; it grows if there are more. */
  GrowingDictionary(Collation collation, int capacity) {
    this.collation = collation;
    this.entries =
        new Entries(
            new String[capacity], new String[capacity], new int[capacity - TextColumn.ABSENT]);
  }

  /** Returns the code of a text, which is added if it is new. */
  int codeOf(String text) {
    int known = codeByText.getInt(text);
    return known == TextColumn.ABSENT ? add(text, collation.key(text)) : known;
  }

  /** Returns the code of a text of another dictionary, which is added if it is new. */
  int codeOf(Texts others, int code) {
    String text = others.text(code);
    int known = codeByText.getInt(text);
    return known == TextColumn.ABSENT ? add(text, others.key(code)) : known;
  }

  private int add(String text, String key) {
    int code = codeByText.size();
    if (code == entries.texts.length) {
      entries = entries.copy(Math.max(code + 1, 2 * code));
    }
    entries.texts[code] = text;
    entries.keys[code] = key;
    entries.hashes[code - TextColumn.ABSENT] = key.hashCode();
    codeByText.put(text, code);
    return code;
  }

  @Override
  public int size() {
    return codeByText.size();
  }

  /**
   * Forgets the texts that were added last. Only rows that are not published, and will be set
   * again, may have them. So a batch that was given up leaves no text behind.
   *
   * @param count how many texts stay
   */
  public void forget(int count) {
    for (int code = size() - 1; code >= count; code--) {
      codeByText.removeInt(entries.texts[code]);
      entries.texts[code] = null;
      entries.keys[code] = null;
      entries.hashes[code - TextColumn.ABSENT] = 0;
    }
  }

  @Override
  public String text(int code) {
    return known(entries.texts[code]);
  }

  @Override
  public String key(int code) {
    return known(entries.keys[code]);
  }

  private static String known(@Nullable String text) {
    if (text == null) {
      throw new IllegalStateException("no row has this code");
    }
    return text;
  }

  /** Returns the hash of each key, at the index of its code plus one; not to be changed. */
  int[] hashes() {
    return entries.hashes;
  }

  /** Returns the first code in a range whose text has a key; {@code end} if there is none. */
  int codeOf(String key, int from, int end) {
    Entries known = entries;
    int hash = key.hashCode();
    int code = from;
    while (code < end
        && !(known.hashes[code - TextColumn.ABSENT] == hash && key.equals(known.keys[code]))) {
      code++;
    }
    return code;
  }

  @Override
  public long bytes() {
    Entries known = entries;
    @Nullable String[] texts = known.texts;
    long bytes =
        Footprint.object(3 * Footprint.REFERENCE)
            + Footprint.object(3 * Footprint.REFERENCE)
            + codeByText.bytes()
            + 2 * Footprint.array(texts.length, Footprint.REFERENCE)
            + Footprint.array(known.hashes.length, Integer.BYTES);
    for (int code = 0; code < texts.length; code++) {
      String text = texts[code];
      String key = known.keys[code];
      bytes += text == null ? 0 : Footprint.string(text);
      bytes += key == null || key.equals(text) ? 0 : Footprint.string(key);
    }
    return bytes;
  }
}
