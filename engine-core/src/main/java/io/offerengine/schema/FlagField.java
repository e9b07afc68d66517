package io.offerengine.schema;

/** A field that is true or false. False comes before true. */
public final class FlagField extends ScalarField {
  FlagField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that the value is true. */
  public Condition isTrue() {
    return eq(true);
  }

  /** Returns the condition that the value is false. */
  public Condition isFalse() {
    return eq(false);
  }

  /** Returns the condition that the value is a given one. */
  public Condition eq(boolean value) {
    return new Condition(this, Operator.EQ, value);
  }
}
