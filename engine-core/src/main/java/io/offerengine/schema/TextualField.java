package io.offerengine.schema;

import java.util.Collection;
import java.util.List;

/** A field of texts, which compare by the {@linkplain #collation collation}. */
public abstract sealed class TextualField extends ScalarField
    permits TextField, VersionField, PlaceField {
  TextualField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that a value equals a text. */
  public Condition eq(String value) {
    return new Condition(this, Operator.EQ, value);
  }

  /** Returns the condition that a value is present and differs from a text. */
  public Condition neq(String value) {
    return new Condition(this, Operator.NEQ, value);
  }

  /** Returns the condition that a value equals one of some texts. */
  public Condition in(String... values) {
    return new Condition(this, Operator.IN, List.of(values));
  }

  /** Returns the condition that a value is present and equals none of some texts. */
  public Condition notIn(String... values) {
    return new Condition(this, Operator.NOTIN, List.of(values));
  }

  /** Returns the condition that a value equals one of some texts. */
  public Condition in(Collection<String> values) {
    return new Condition(this, Operator.IN, List.copyOf(values));
  }

  /** Returns the condition that a value is present and equals none of some texts. */
  public Condition notIn(Collection<String> values) {
    return new Condition(this, Operator.NOTIN, List.copyOf(values));
  }
}
