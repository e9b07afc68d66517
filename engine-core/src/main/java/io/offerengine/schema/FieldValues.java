package io.offerengine.schema;

import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
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

  void clear(Field field) {
    int slot = requireStored(field).slot();
    present.clear(slot);
    bits[slot] = 0;
    objects[slot] = null;
  }

  void set(Field field, long value) {
    switch (requireStored(field).type()) {
      case INTEGER -> setBits(field, value);
      case NUMBER -> setBits(field, Double.doubleToRawLongBits((double) value));
      case DATE, INSTANT -> {
        if (!TimeKey.isValid(field.type(), value)) {
          throw mismatch(field, "the key " + value);
        }
        setBits(field, value);
      }
      default -> throw mismatch(field, "the integer " + value);
    }
  }

  void set(InstantField field, Instant value) {
    if (!TimeKey.isValid(value)) {
      throw new IllegalArgumentException(
          mismatch(field, "the instant " + value).getMessage() + ", from 1677 to 2262");
    }
    set(field, TimeKey.of(value));
  }

  void set(Field field, double value) {
    if (!Double.isFinite(value)) {
      throw mismatch(field, "the number " + value + ", which is not finite,");
    }
    switch (requireStored(field).type()) {
      case NUMBER -> setBits(field, Double.doubleToRawLongBits(value));
      case INTEGER -> {
        if (value != Math.rint(value) || value < -0x1p63 || value >= 0x1p63) {
          throw mismatch(field, "the number " + value + ", which is no 64-bit integer,");
        }
        setBits(field, (long) value);
      }
      default -> throw mismatch(field, "the number " + value);
    }
  }

  void set(Field field, boolean value) {
    boolean fits = requireStored(field).type() == FieldType.BOOLEAN || field.acceptsBooleans();
    if (!fits) {
      throw mismatch(field, "the boolean " + value);
    }
    setBits(field, value ? 1 : 0);
  }

  void set(Field field, String value) {
    FieldType type = requireStored(field).type();
    OptionalLong time = type.isTime() ? TimeKey.parse(type, value) : OptionalLong.empty();
    if (time.isPresent()) {
      setBits(field, time.getAsLong());
      return;
    }
    if (!type.isText()) {
      throw mismatch(field, "the text '" + value + "'");
    }
    requireUnicode(field, value);
    setObject(field, value);
  }

  private static void requireUnicode(Field field, String value) {
    if (Collation.loneSurrogate(value) >= 0) {
      throw new IllegalArgumentException(
          mismatch(field, "a text with " + Collation.describeLoneSurrogate(value) + ",")
                  .getMessage()
              + " and takes valid Unicode");
    }
  }

  void set(Field field, long[] values) {
    if (requireStored(field).type() != FieldType.INTEGER_LIST) {
      throw mismatch(field, "a list of integers");
    }
    setObject(field, values.clone());
  }

  void set(Field field, List<String> values) {
    if (requireStored(field).type() != FieldType.TEXT_LIST) {
      throw mismatch(field, "a list of texts");
    }
    List<String> texts = List.copyOf(values);
    for (String text : texts) {
      requireUnicode(field, text);
    }
    setObject(field, texts);
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

  private void setBits(Field field, long value) {
    present.set(field.slot());
    bits[field.slot()] = value;
  }

  private void setObject(Field field, Object value) {
    present.set(field.slot());
    objects[field.slot()] = value;
  }

  private Field requireStored(Field field) {
    if (!schema.require(field).isStored()) {
      throw new IllegalArgumentException(
          field + " is not stored: it follows from other fields (" + field.definition() + ")");
    }
    return field;
  }

  private static IllegalArgumentException mismatch(Field field, String got) {
    String problem = got + " does not fit " + field + ", which is of type " + field.type().label();
    return new IllegalArgumentException(
        field.type().isTime() ? problem + " and takes " + TimeKey.example(field.type()) : problem);
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
    return switch (field.type()) {
      case INTEGER -> Long.toString(bits(field));
      case NUMBER -> Double.toString(Double.longBitsToDouble(bits(field)));
      case BOOLEAN -> Boolean.toString(bits(field) != 0);
      case DATE, INSTANT -> TimeKey.text(field.type(), bits(field));
      case INTEGER_LIST -> Arrays.toString((long[]) object(field));
      case TEXT, VERSION, PLACE, TEXT_LIST, OBJECT -> String.valueOf(object(field));
    };
  }
}
