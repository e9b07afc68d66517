package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.query.Operator;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that requests may have, found by their bytes, so that reading one neither copies it nor
 * computes its hash again.
 *
 * <p>An open-addressing table, at most a quarter full, by the length and three of the characters.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class KnownKeys {
  /** No key is known. */
  static final KnownKeys NONE = new KnownKeys(List.of());

  private static final int GOLDEN = 0x9E37_79B9;

  private final @Nullable String[] table;
  private final byte[][] texts;
  private final int mask;

  private KnownKeys(Collection<String> keys) {
    table = new String[4 * Integer.highestOneBit(2 * keys.size() + 1)];
    texts = new byte[table.length][];
    mask = table.length - 1;
    for (String key : keys) {
      byte[] text = key.getBytes(UTF_8);
      int at = slot(text, 0, text.length);
      while (table[at] != null && !key.equals(table[at])) {
        at = (at + 1) & mask;
      }
      table[at] = key;
      texts[at] = text;
    }
  }

  private int slot(byte[] bytes, int start, int length) {
    if (length == 0) {
      return 0;
    }
    int first = bytes[start];
    int middle = bytes[start + length / 2];
    int last = bytes[start + length - 1];
    int characters = ((length << 7 ^ first) << 7 ^ middle) << 7 ^ last;
    return (characters * GOLDEN) >>> 16 & mask;
  }

  /** Returns those of requests for offers of a schema: its fields and aliases, and operators. */
  static KnownKeys of(Schema schema, Collection<String> requestKeys) {
    List<String> keys = new ArrayList<>(requestKeys);
    for (Field field : schema.fields()) {
      keys.add(field.name());
      keys.addAll(field.aliases());
    }
    for (Operator operator : Operator.values()) {
      keys.add(operator.symbol());
    }
    return new KnownKeys(keys);
  }

  /** Returns the key that some ASCII characters are; null for none; O(length). */
  @Nullable String find(byte[] bytes, int start, int length) {
    for (int at = slot(bytes, start, length); ; at = (at + 1) & mask) {
      String key = table[at];
      if (key == null
          || Arrays.equals(texts[at], 0, texts[at].length, bytes, start, start + length)) {
        return key;
      }
    }
  }
}
