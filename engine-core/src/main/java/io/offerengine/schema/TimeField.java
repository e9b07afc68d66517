package io.offerengine.schema;

import java.util.Collection;
import java.util.List;

/**
 * A field of times: {@link DateField} or {@link InstantField}. Earlier times come first.
 *
 * @param <T> the class of the values
 */
public abstract sealed class TimeField<T> extends ScalarField permits DateField, InstantField {
  TimeField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that a value equals a time. */
  public Condition eq(T value) {
    return new Condition(this, Operator.EQ, value);
  }

  /** Returns the condition that a value is present and differs from a time. */
  public Condition neq(T value) {
    return new Condition(this, Operator.NEQ, value);
  }

  /** Returns the condition that a value is later than a time. */
  public Condition gt(T value) {
    return new Condition(this, Operator.GT, value);
  }

  /** Returns the condition that a value is not earlier than a time. */
  public Condition gte(T value) {
    return new Condition(this, Operator.GTE, value);
  }

  /** Returns the condition that a value is earlier than a time. */
  public Condition lt(T value) {
    return new Condition(this, Operator.LT, value);
  }

  /** Returns the condition that a value is not later than a time. */
  public Condition lte(T value) {
    return new Condition(this, Operator.LTE, value);
  }

  /** Returns the condition that a value is one of some. */
  public Condition in(Collection<? extends T> values) {
    return new Condition(this, Operator.IN, List.copyOf(values));
  }

  /** Returns the condition that a value is present and none of some. */
  public Condition notIn(Collection<? extends T> values) {
    return new Condition(this, Operator.NOTIN, List.copyOf(values));
  }
}
