package io.offerengine.query;

import io.offerengine.schema.Field;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What is accepted of each restricted field, in the order in which they were restricted first.
 *
 * <p><b>Layout.</b> Two arrays, since there are few: a dozen, and never more than the schema has
 * fields.
 *
 * <p><b>Cost.</b> Finding a field is linear; {@link #forEach} allocates nothing.
 *
 * <p><b>Threads.</b> Confined to one thread while a query is built, unmodifiable afterwards.
 */
final class ValueSets extends AbstractMap<Field, ValueSet> {
  private static final int FIRST_ROOM = 12;

  /** Room for what arguments imply. */
  private static final int MORE_ROOM = 2;

  private Field[] fields;
  private ValueSet[] sets;
  private int size;

  /** Creates sets that restrict nothing. */
  ValueSets() {
    fields = new Field[FIRST_ROOM];
    sets = new ValueSet[FIRST_ROOM];
  }

  /** Copies sets. */
  ValueSets(ValueSets from) {
    fields = Arrays.copyOf(from.fields, from.size + MORE_ROOM);
    sets = Arrays.copyOf(from.sets, fields.length);
    size = from.size;
  }

  /** Accepts of a field only what is accepted already and belongs to a set. */
  void restrict(Field field, ValueSet accepted) {
    int place = place(field);
    if (place >= 0) {
      sets[place] = sets[place].and(accepted);
      return;
    }
    if (size == fields.length) {
      fields = Arrays.copyOf(fields, 2 * size);
      sets = Arrays.copyOf(sets, 2 * size);
    }
    fields[size] = field;
    sets[size++] = accepted;
  }

  /** Drops the sets that accept everything. */
  void dropUnrestricted() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (!sets[i].isAll()) {
        fields[kept] = fields[i];
        sets[kept++] = sets[i];
      }
    }
    size = kept;
  }

  /** Returns where a field is; -1 if it is not restricted. */
  private int place(@Nullable Object field) {
    for (int i = 0; i < size; i++) {
      if (fields[i] == field) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean containsKey(@Nullable Object field) {
    return place(field) >= 0;
  }

  @Override
  public @Nullable ValueSet get(@Nullable Object field) {
    int place = place(field);
    return place < 0 ? null : sets[place];
  }

  @Override
  public void forEach(BiConsumer<? super Field, ? super ValueSet> action) {
    for (int i = 0; i < size; i++) {
      action.accept(fields[i], sets[i]);
    }
  }

  /** Returns a copy of the entries. */
  @Override
  public Set<Map.Entry<Field, ValueSet>> entrySet() {
    Map<Field, ValueSet> entries = new LinkedHashMap<>();
    forEach(entries::put);
    return Collections.unmodifiableMap(entries).entrySet();
  }
}
