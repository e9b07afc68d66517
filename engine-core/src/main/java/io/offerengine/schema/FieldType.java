package io.offerengine.schema;

/**
 * The kind of value that a {@link Field} holds, which decides how it is coerced, compared and
 * ordered.
 *
 * <p>{@code INTEGER} and {@code NUMBER} compare as numbers, false comes before true, and the three
 * text types compare by the key of the field's {@link Collation}. The last two types are carried
 * and printed but can be neither filtered nor ordered by.
 */
public enum FieldType {
  /** A signed 64-bit integer. */
  INTEGER("integer"),
  /** A finite IEEE 754 double; -0.0 equals 0.0. */
  NUMBER("number"),
  /** True or false. */
  BOOLEAN("boolean"),
  /** Plain text: equality only, by the field's {@link Collation}. */
  TEXT("text"),
  /** A dotted version such as {@code 535.86.05}, compared part by part as numbers. */
  VERSION("version"),
  /** A place such as {@code Montana, US}: a two-letter country code matches its whole country. */
  PLACE("place"),
  /** A list of 64-bit integers. */
  INTEGER_LIST("list of integers"),
  /** A group of computed numbers, printed as one object. */
  OBJECT("object");

  private final String label;

  FieldType(String label) {
    this.label = label;
  }

  /** Returns the word that messages use for this type. */
  public String label() {
    return label;
  }

  /** Returns whether values are strings that live in a dictionary. */
  public boolean isText() {
    return this == TEXT || this == VERSION || this == PLACE;
  }

  /** Returns whether values are integers, numbers or booleans. */
  public boolean isNumeric() {
    return this == INTEGER || this == NUMBER || this == BOOLEAN;
  }

  /** Returns whether a value is a single one, so that it can be compared at all. */
  public boolean isScalar() {
    return this != INTEGER_LIST && this != OBJECT;
  }

  /** Returns whether {@code gt}, {@code gte}, {@code lt} and {@code lte} apply. */
  public boolean isOrdered() {
    return this == INTEGER || this == NUMBER || this == VERSION;
  }
}
