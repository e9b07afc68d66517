package io.offerengine.schema;

import java.util.Arrays;

/** A field of signed 64-bit integers. */
public final class IntegerField extends ScalarField {
  IntegerField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that a value equals an integer. */
  public Condition eq(long value) {
    return new Condition(this, Operator.EQ, value);
  }

  /** Returns the condition that a value is present and differs from an integer. */
  public Condition neq(long value) {
    return new Condition(this, Operator.NEQ, value);
  }

  /** Returns the condition that a value is greater than an integer. */
  public Condition gt(long value) {
    return new Condition(this, Operator.GT, value);
  }

  /** Returns the condition that a value is at least an integer. */
  public Condition gte(long value) {
    return new Condition(this, Operator.GTE, value);
  }

  /** Returns the condition that a value is less than an integer. */
  public Condition lt(long value) {
    return new Condition(this, Operator.LT, value);
  }

  /** Returns the condition that a value is at most an integer. */
  public Condition lte(long value) {
    return new Condition(this, Operator.LTE, value);
  }

  /** Returns the condition that a value is one of some. */
  public Condition in(long... values) {
    return new Condition(this, Operator.IN, Arrays.stream(values).boxed().toList());
  }

  /** Returns the condition that a value is present and none of some. */
  public Condition notIn(long... values) {
    return new Condition(this, Operator.NOTIN, Arrays.stream(values).boxed().toList());
  }
}
