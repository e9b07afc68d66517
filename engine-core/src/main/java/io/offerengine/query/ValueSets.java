package io.offerengine.query;

import io.offerengine.schema.Field;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The accepted values of each restricted field, in the order in which conditions first named them.
 *
 * <p><b>Layout.</b> Two arrays, because a query restricts few fields: seldom more than a dozen.
 *
 * <p><b>Cost.</b> Finding a field is linear; {@link #forEach} allocates nothing.
 *
 * <p><b>Threads.</b> Confined to one thread while a query is built, unmodifiable afterwards.
 */
final class ValueSets extends AbstractMap<Field, ValueSet> {
  /** Capacity for the conditions that arguments imply. */
  private static final int MORE_CAPACITY = 2;

  private Field[] fields;
  private ValueSet[] sets;
  private int size;

  /** Creates sets that restrict nothing. */
  private ValueSets(int capacity) {
    fields = new Field[capacity];
    sets = new ValueSet[capacity];
  }

  /** Creates sets that restrict one field. */
  ValueSets(Field field, ValueSet accepted) {
    this(1);
    restrict(field, accepted);
  }

  /** Returns the values that satisfy all of some conditions. */
  static ValueSets of(List<Query.Accepted> conditions) {
    ValueSets all = new ValueSets(conditions.size() + MORE_CAPACITY);
    conditions.forEach(each -> all.restrict(each.condition().field(), each.values()));
    return all;
  }

  /** Copies sets. */
  ValueSets(ValueSets from) {
    fields = Arrays.copyOf(from.fields, from.size + MORE_CAPACITY);
    sets = Arrays.copyOf(from.sets, fields.length);
    size = from.size;
  }

  /** Intersects the accepted values of a field with a set. */
  void restrict(Field field, ValueSet accepted) {
    int index = index(field);
    if (index >= 0) {
      sets[index] = sets[index].and(accepted);
      return;
    }
    if (size == fields.length) {
      fields = Arrays.copyOf(fields, 2 * size);
      sets = Arrays.copyOf(sets, 2 * size);
    }
    fields[size] = field;
    sets[size++] = accepted;
  }

  /** Removes the sets that accept everything. */
  void dropUnrestricted() {
    int restricted = 0;
    for (int i = 0; i < size; i++) {
      if (!sets[i].isAll()) {
        fields[restricted] = fields[i];
        sets[restricted++] = sets[i];
      }
    }
    size = restricted;
  }

  /** Returns whether the sets of a field and other sets of the field accept nothing together. */
  boolean contradicts(ValueSets other) {
    for (int i = 0; i < other.size; i++) {
      int index = index(other.fields[i]);
      if (index >= 0 ? sets[index].isDisjoint(other.sets[i]) : other.sets[i].isEmpty()) {
        return true;
      }
    }
    return isContradiction();
  }

  /** Returns whether a field accepts nothing. */
  boolean isContradiction() {
    for (int i = 0; i < size; i++) {
      if (sets[i].isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the sets that accept what these or other sets accept: the wider ones if one contains
   * the other, or the union of the only two that differ. Null if no sets of fields accept exactly
   * the same.
   */
  @Nullable ValueSets or(ValueSets other) {
    if (contains(other)) {
      return this;
    }
    if (other.contains(this)) {
      return other;
    }
    int differing = -1;
    for (int i = 0; i < size; i++) {
      if (!sets[i].equals(other.get(fields[i]))) {
        if (differing >= 0) {
          return null;
        }
        differing = i;
      }
    }
    ValueSet set = size == other.size ? other.get(fields[differing]) : null;
    ValueSet union = set == null ? null : sets[differing].or(set);
    if (union == null) {
      return null;
    }
    ValueSets merged = new ValueSets(this);
    merged.sets[differing] = union;
    merged.dropUnrestricted();
    return merged;
  }

  /** Returns whether these sets accept everything that other sets accept. */
  private boolean contains(ValueSets other) {
    for (int i = 0; i < size; i++) {
      ValueSet narrower = other.get(fields[i]);
      if (narrower == null || !narrower.and(sets[i]).equals(narrower)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the index of a field; -1 if it is not restricted. */
  private int index(@Nullable Object field) {
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
    return index(field) >= 0;
  }

  @Override
  public @Nullable ValueSet get(@Nullable Object field) {
    int index = index(field);
    return index < 0 ? null : sets[index];
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
