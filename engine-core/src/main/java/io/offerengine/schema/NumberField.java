package io.offerengine.schema;

import java.util.Arrays;

/**
 * A field of finite doubles; -0.0 equals 0.0.
 *
 * <pre>{@code
 * Query query = Query.where(DPH_TOTAL.gte(0.5), DPH_TOTAL.lt(2))
 *     .orderBy(DPH_TOTAL.descending()).build();
 * }</pre>
 */
public final class NumberField extends ScalarField {
  NumberField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that a value equals a number. */
  public Condition eq(double value) {
    return new Condition(this, Operator.EQ, value);
  }

  /** Returns the condition that a value is present and differs from a number. */
  public Condition neq(double value) {
    return new Condition(this, Operator.NEQ, value);
  }

  /** Returns the condition that a value is greater than a number. */
  public Condition gt(double value) {
    return new Condition(this, Operator.GT, value);
  }

  /** Returns the condition that a value is at least a number. */
  public Condition gte(double value) {
    return new Condition(this, Operator.GTE, value);
  }

  /** Returns the condition that a value is less than a number. */
  public Condition lt(double value) {
    return new Condition(this, Operator.LT, value);
  }

  /** Returns the condition that a value is at most a number. */
  public Condition lte(double value) {
    return new Condition(this, Operator.LTE, value);
  }

  /** Returns the condition that a value is one of some. */
  public Condition in(double... values) {
    return new Condition(this, Operator.IN, Arrays.stream(values).boxed().toList());
  }

  /** Returns the condition that a value is present and none of some. */
  public Condition notIn(double... values) {
    return new Condition(this, Operator.NOTIN, Arrays.stream(values).boxed().toList());
  }
}
