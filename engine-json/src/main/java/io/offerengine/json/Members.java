package io.offerengine.json;

import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object that has few, in the order of the text.
 *
 * <p><b>Layout.</b> Keys and values in turn, in an array. A bit for each of 64 hashes says which
 * keys may be there already, so that adding one seldom compares it with the others.
 *
 * <p><b>Cost.</b> Finding a member is linear; {@link #forEach} allocates nothing.
 *
 * <p><b>Threads.</b> Confined to one thread until it is whole, unmodifiable afterwards.
 */
final class Members extends AbstractMap<String, @Nullable Object> {
  /** Objects of more members are better hashed. */
  static final int MOST = 64;

  private static final int GOLDEN = 0x9E37_79B9;
  private static final int SHIFT = Integer.SIZE - 6;

  /** Room for a request's dozen or so. */
  private static final int FIRST_ROOM = 16;

  private @Nullable Object[] members = new Object[2 * FIRST_ROOM];
  private int size;
  private long seen;

  /** Adds a member, unless there is one of that key; returns whether there was none. */
  boolean add(String key, @Nullable Object value) {
    long bit = 1L << ((key.hashCode() * GOLDEN) >>> SHIFT);
    if ((seen & bit) != 0 && place(key) >= 0) {
      return false;
    }
    seen |= bit;
    if (2 * size == members.length) {
      members = Arrays.copyOf(members, 2 * members.length);
    }
    members[2 * size] = key;
    members[2 * size + 1] = value;
    size++;
    return true;
  }

  /** Returns which member has a key; -1 if none has. */
  private int place(@Nullable Object key) {
    for (int i = 0; i < size; i++) {
      if (key(i).equals(key)) {
        return i;
      }
    }
    return -1;
  }

  private String key(int place) {
    return (String) Objects.requireNonNull(members[2 * place]);
  }

  private @Nullable Object value(int place) {
    return members[2 * place + 1];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return place(key) >= 0;
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    int place = place(key);
    return place < 0 ? null : value(place);
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super @Nullable Object> action) {
    for (int i = 0; i < size; i++) {
      action.accept(key(i), value(i));
    }
  }

  /** Returns a copy of the entries. */
  @Override
  public Set<Map.Entry<String, @Nullable Object>> entrySet() {
    Map<String, @Nullable Object> entries = new LinkedHashMap<>();
    forEach(entries::put);
    return Collections.<String, @Nullable Object>unmodifiableMap(entries).entrySet();
  }
}
