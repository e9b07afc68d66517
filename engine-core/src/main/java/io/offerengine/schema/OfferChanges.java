package io.offerengine.schema;

import java.time.Instant;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * New values for some fields of an offer; a value may be absent. Other fields do not change.
 *
 * <pre>{@code
 * OfferChanges cheaper = OfferChanges.builder().set(DPH_BASE, 0.75).clear(END_DATE).build();
 * }</pre>
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class OfferChanges {
  private final FieldValues values;
  private final BitSet changed;
  private final List<Field> fields;

  private OfferChanges(FieldValues values, BitSet changed) {
    this.values = values;
    this.changed = changed;
    Field[] inOrder = new Field[changed.cardinality()];
    int slot = -1;
    for (int i = 0; i < inOrder.length; i++) {
      slot = changed.nextSetBit(slot + 1);
      inOrder[i] = values.schema.columns().get(slot);
    }
    this.fields = List.of(inOrder);
  }

  /** Starts changes to offers of the schema to which the first field that is named belongs. */
  public static Builder builder() {
    return new Builder(null);
  }

  /** Starts changes to offers of a schema, for programs that learn the fields when they run. */
  public static Builder builder(Schema schema) {
    return new Builder(new FieldValues(schema));
  }

  /** Returns the changes that turn one set of values into another. */
  static OfferChanges between(FieldValues from, FieldValues to) {
    BitSet changed = new BitSet();
    for (int slot = 0; slot < to.schema.columns().size(); slot++) {
      changed.set(slot, from.differ(to, slot));
    }
    return new OfferChanges(to, changed);
  }

  /** Returns the schema of the offers. */
  public Schema schema() {
    return values.schema;
  }

  /** Returns whether these changes give a field a new value. */
  public boolean changes(Field field) {
    int slot = values.schema.require(field).slot();
    return slot >= 0 && changed.get(slot);
  }

  /** Returns the changed fields, in the order of the schema. */
  public List<Field> fields() {
    return fields;
  }

  /** Returns whether no field changes. */
  public boolean isEmpty() {
    return fields.isEmpty();
  }

  void applyTo(FieldValues target) {
    for (int i = 0; i < fields.size(); i++) {
      target.copyFrom(values, fields.get(i));
    }
  }

  @Override
  public String toString() {
    return "changes of " + fields.size() + " fields: " + values;
  }

  /**
   * Collects changes.
   *
   * <p>Every {@code set} and {@code put} throws IllegalArgumentException when the value does not
   * fit the field's type, when a text is not valid Unicode, when the field is not stored, or when
   * it is the identifier. Then the builder stays as it was.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder {
    private @Nullable FieldValues values;
    private BitSet changed = new BitSet();
    private boolean isHandedOut;

    private Builder(@Nullable FieldValues values) {
      this.values = values;
    }

    /** Sets the value of an integer field. */
    public Builder set(IntegerField field, long value) {
      return put(field, value);
    }

    /** Sets the value of a number field. */
    public Builder set(NumberField field, double value) {
      return put(field, value);
    }

    /** Sets the value of a flag. */
    public Builder set(FlagField field, boolean value) {
      return put(field, value);
    }

    /** Sets the value of a date field. */
    public Builder set(DateField field, LocalDate value) {
      return put(field, TimeKey.of(value));
    }

    /** Sets the value of an instant field. */
    public Builder set(InstantField field, Instant value) {
      own(field).set(field, value);
      return mark(field);
    }

    /** Sets the value of a text, version or place field. */
    public Builder set(TextualField field, String value) {
      return put(field, value);
    }

    /** Sets the value of a list of integers. */
    public Builder set(IntegerListField field, long[] value) {
      return put(field, value);
    }

    /** Sets the value of a list of texts. */
    public Builder set(TextListField field, List<String> value) {
      return put(field, value);
    }

    /**
     * Sets the value of an integer or number field, or the {@linkplain TimeKey key} of a date or
     * instant. The methods {@code put} are for programs that learn the fields when they run.
     */
    public Builder put(Field field, long value) {
      own(field).set(field, value);
      return mark(field);
    }

    /** Sets the value of a number field, or of an integer field if the value is integral. */
    public Builder put(Field field, double value) {
      own(field).set(field, value);
      return mark(field);
    }

    /** Sets the value of a boolean field, or of an integer field that accepts booleans. */
    public Builder put(Field field, boolean value) {
      own(field).set(field, value);
      return mark(field);
    }

    /** Sets the value of a text, version or place field, or a date or instant as ISO text. */
    public Builder put(Field field, String value) {
      own(field).set(field, value);
      return mark(field);
    }

    /** Sets the value of a list of integers. */
    public Builder put(Field field, long[] value) {
      own(field).set(field, value);
      return mark(field);
    }

    /** Sets the value of a list of texts. */
    public Builder put(Field field, List<String> value) {
      own(field).set(field, value);
      return mark(field);
    }

    /** Makes a value absent. */
    public Builder clear(Field field) {
      own(field).clear(field);
      return mark(field);
    }

    /**
     * Returns the changes.
     *
     * @throws IllegalStateException if neither a schema nor a field was named
     */
    public OfferChanges build() {
      if (values == null) {
        throw new IllegalStateException("changes name at least one field");
      }
      isHandedOut = true;
      return new OfferChanges(values, changed);
    }

    /**
     * Returns the values to write to: a copy if changes that were built already share them, and
     * values of the field's schema if there are none.
     */
    private FieldValues own(Field field) {
      Schema schema = values == null ? field.schema() : values.schema;
      if (field == schema.idField()) {
        throw new IllegalArgumentException(
            "the identifier " + field + " of an offer never changes");
      }
      if (values == null) {
        values = new FieldValues(schema);
      } else if (isHandedOut) {
        values = values.copy();
        changed = (BitSet) changed.clone();
        isHandedOut = false;
      }
      return values;
    }

    /** Notes a change that was made. */
    private Builder mark(Field field) {
      changed.set(field.slot());
      return this;
    }
  }
}
