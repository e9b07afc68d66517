package io.offerengine.schema;

import java.util.Collection;
import java.util.List;

/**
 * A field of lists of texts, such as tags; texts compare by the {@linkplain #collation collation}.
 * Conditions ask for the values of a list; no order can name it.
 */
public final class TextListField extends Field {
  TextListField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that a list has a value. */
  public Condition has(String value) {
    return new Condition(this, Operator.HAS, value);
  }

  /** Returns the condition that a list has at least one of some values. */
  public Condition hasAny(String... values) {
    return new Condition(this, Operator.HAS_ANY, List.of(values));
  }

  /** Returns the condition that a list has all of some values. */
  public Condition hasAll(String... values) {
    return new Condition(this, Operator.HAS_ALL, List.of(values));
  }

  /** Returns the condition that a list has at least one of some values. */
  public Condition hasAny(Collection<String> values) {
    return new Condition(this, Operator.HAS_ANY, List.copyOf(values));
  }

  /** Returns the condition that a list has all of some values. */
  public Condition hasAll(Collection<String> values) {
    return new Condition(this, Operator.HAS_ALL, List.copyOf(values));
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
