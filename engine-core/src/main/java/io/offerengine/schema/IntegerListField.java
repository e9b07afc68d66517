package io.offerengine.schema;

import java.util.Arrays;

/**
 * A field of lists of signed 64-bit integers. Conditions ask for the values of a list; no order can
 * name it.
 */
public final class IntegerListField extends Field {
  IntegerListField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that a list has a value. */
  public Condition has(long value) {
    return new Condition(this, Operator.HAS, value);
  }

  /** Returns the condition that a list has at least one of some values. */
  public Condition hasAny(long... values) {
    return new Condition(this, Operator.HAS_ANY, Arrays.stream(values).boxed().toList());
  }

  /** Returns the condition that a list has all of some values. */
  public Condition hasAll(long... values) {
    return new Condition(this, Operator.HAS_ALL, Arrays.stream(values).boxed().toList());
  }

  /** Returns the condition that an offer has no list. */
  public Condition isAbsent() {
    return new Condition(this, Operator.EQ, null);
  }

  /** Returns the condition that an offer has a list. */
  public Condition isPresent() {
    return new Condition(this, Operator.NEQ, null);
  }
}
