package io.offerengine.schema;

/** A field with one value, which orders and conditions may name. */
public abstract sealed class ScalarField extends Field
    permits IntegerField, NumberField, FlagField, TimeField, TextualField {
  ScalarField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the order that begins with the least value; absent values come last. */
  public SortKey ascending() {
    return new SortKey(this, Direction.ASC);
  }

  /** Returns the order that begins with the greatest value; absent values come last. */
  public SortKey descending() {
    return new SortKey(this, Direction.DESC);
  }

  /** Returns the condition that an offer has no value. */
  public Condition isAbsent() {
    return new Condition(this, Operator.EQ, null);
  }

  /** Returns the condition that an offer has a value. */
  public Condition isPresent() {
    return new Condition(this, Operator.NEQ, null);
  }
}
