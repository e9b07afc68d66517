package io.offerengine.schema;

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
  private final List<Field> fields;

  private OfferChanges(FieldValues values, BitSet changed) {
    this.values = values;
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
    return fields.contains(values.schema.require(field));
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
   * Collects changes. Those of the identifier are refused with an IllegalArgumentException; what
   * else is refused, {@link Offer.ValuesBuilder} says.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder extends Offer.ValuesBuilder<Builder> {
    private final BitSet changed = new BitSet();

    private Builder(@Nullable FieldValues values) {
      super(values);
    }

    /** Returns whether a field was set or cleared. */
    @Override
    public boolean has(Field field) {
      int slot = values == null ? -1 : values.schema.require(field).slot();
      return slot >= 0 && changed.get(slot);
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

    @Override
    FieldType requireStored(Field field) {
      Schema schema = values == null ? field.schema() : values.schema;
      if (field == schema.idField()) {
        throw new IllegalArgumentException(
            "the identifier " + field + " of an offer never changes");
      }
      return super.requireStored(field);
    }

    @Override
    Builder changed(Field field) {
      changed.set(field.slot());
      return this;
    }
  }
}
