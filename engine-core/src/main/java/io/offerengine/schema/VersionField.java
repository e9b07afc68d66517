package io.offerengine.schema;

/** A field of dotted versions such as {@code 535.86.05}, which compare part by part as numbers. */
public final class VersionField extends TextualField {
  VersionField(FieldBuilder<?> from, int ordinal, int slot) {
    super(from, ordinal, slot);
  }

  /** Returns the condition that a version is later than another one. */
  public Condition gt(String version) {
    return new Condition(this, Operator.GT, version);
  }

  /** Returns the condition that a version is at least another one. */
  public Condition gte(String version) {
    return new Condition(this, Operator.GTE, version);
  }

  /** Returns the condition that a version is earlier than another one. */
  public Condition lt(String version) {
    return new Condition(this, Operator.LT, version);
  }

  /** Returns the condition that a version is at most another one. */
  public Condition lte(String version) {
    return new Condition(this, Operator.LTE, version);
  }
}
