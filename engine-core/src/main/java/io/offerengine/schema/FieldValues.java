package io.offerengine.schema;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value, or its absence, for every stored field of a schema.
 *
 * <p><b>Layout.</b> Both arrays have an entry per {@link Field#slot}. {@code bits} has integers,
 * doubles as raw bits, and booleans as 0 or 1. {@code objects} has texts and lists.
 *
 * <p><b>Threads.</b> Confined to a builder while values are set, unmodifiable afterwards.
 */
final class FieldValues {
  final Schema schema;
  private final long[] bits;
  private final @Nullable Object[] objects;
  private final BitSet present;

  FieldValues(Schema schema) {
    this(
        schema,
        new long[schema.columns().size()],
        new Object[schema.columns().size()],
        new BitSet(schema.columns().size()));
  }

  private FieldValues(Schema schema, long[] bits, @Nullable Object[] objects, BitSet present) {
    this.schema = schema;
    this.bits = bits;
    this.objects = objects;
    this.present = present;
  }

  FieldValues copy() {
    return new FieldValues(schema, bits.clone(), objects.clone(), (BitSet) present.clone());
  }

  boolean has(Field field) {
    int slot = schema.require(field).slot();
    return slot >= 0 && present.get(slot);
  }

  long bits(Field field) {
    return bits[field.slot()];
  }

  @Nullable Object object(Field field) {
    return objects[field.slot()];
  }

  /** Returns a value as {@link Offer#value} does. */
  @Nullable Object value(Field field) {
    if (!has(field)) {
      return null;
    }
    Object object = object(field);
    if (object != null) {
      return object instanceof long[] list ? list.clone() : object;
    }
    return switch (field.type()) {
      case NUMBER -> (Object) Double.longBitsToDouble(bits(field));
      case BOOLEAN -> bits(field) != 0;
      default -> bits(field);
    };
  }

  /** Sets a value that fits the field: its bits, or its text or list. */
  void set(Field field, long value, @Nullable Object object) {
    present.set(field.slot());
    bits[field.slot()] = value;
    objects[field.slot()] = object;
  }

  void clear(Field field) {
    present.clear(field.slot());
    bits[field.slot()] = 0;
    objects[field.slot()] = null;
  }

  /** Copies the value of a field, or its absence, from values of the same schema. */
  void copyFrom(FieldValues other, Field field) {
    int slot = field.slot();
    present.set(slot, other.present.get(slot));
    bits[slot] = other.bits[slot];
    objects[slot] = other.objects[slot];
  }

  /** Returns whether a field has another value, or another presence, in other values. */
  boolean differ(FieldValues other, int slot) {
    return present.get(slot) != other.present.get(slot)
        || bits[slot] != other.bits[slot]
        || !Objects.deepEquals(objects[slot], other.objects[slot]);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldValues that
        && schema == that.schema
        && present.equals(that.present)
        && Arrays.equals(bits, that.bits)
        && Arrays.deepEquals(objects, that.objects);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits) * 31 + Arrays.deepHashCode(objects);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (Field field : schema.columns()) {
      if (has(field)) {
        text.append(text.length() == 1 ? "" : ", ").append(field).append('=');
        text.append(print(field));
      }
    }
    return text.append('}').toString();
  }

  private String print(Field field) {
    if (field.type().isTime()) {
      return TimeKey.text(field.type(), bits(field));
    }
    Object value = value(field);
    return value instanceof long[] list ? Arrays.toString(list) : String.valueOf(value);
  }
}
