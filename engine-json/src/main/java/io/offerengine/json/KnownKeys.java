package io.offerengine.json;

import io.offerengine.query.Operator;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that requests may have, found by their bytes, so that reading one neither copies it nor
 * computes its hash again.
 *
 * <p>An open-addressing table, at most a quarter full, by {@link String#hashCode}.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class KnownKeys {
  /** No key is known. */
  static final KnownKeys NONE = new KnownKeys(List.of());

  private final @Nullable String[] table;

  private KnownKeys(Collection<String> keys) {
    table = new String[4 * Integer.highestOneBit(2 * keys.size() + 1)];
    for (String key : keys) {
      int at = key.hashCode() & (table.length - 1);
      while (table[at] != null && !key.equals(table[at])) {
        at = (at + 1) & (table.length - 1);
      }
      table[at] = key;
    }
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
    int hash = 0;
    for (int i = start; i < start + length; i++) {
      hash = 31 * hash + bytes[i];
    }
    for (int at = hash & (table.length - 1); ; at = (at + 1) & (table.length - 1)) {
      String key = table[at];
      if (key == null || isMadeOf(key, bytes, start, length)) {
        return key;
      }
    }
  }

  private static boolean isMadeOf(String key, byte[] bytes, int start, int length) {
    if (key.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (key.charAt(i) != bytes[start + i]) {
        return false;
      }
    }
    return true;
  }
}
