package io.offerengine.schema;

/** A field of plain texts. */
public final class TextField extends TextualField {
  TextField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that a value begins with a text; case is ignored. */
  public Condition startsWith(String beginning) {
    return new Condition(this, Operator.STARTS_WITH, beginning);
  }

  /** Returns the condition that a value contains a text; case is ignored. */
  public Condition contains(String part) {
    return new Condition(this, Operator.CONTAINS, part);
  }
}
