package io.offerengine.schema;

/**
 * The type of the values of a {@link Field}. It decides how values are read, compared and ordered.
 *
 * <p>{@code INTEGER} and {@code NUMBER} compare as numbers, earlier times come before later ones,
 * false comes before true, and the three text types compare by the field's {@link Collation}.
 * Conditions ask a list for its values; no order can name a list, and neither conditions nor orders
 * can name an object.
 */
public enum FieldType {
  /** A signed 64-bit integer. */
  INTEGER("integer"),
  /** A finite IEEE 754 double; -0.0 equals 0.0. */
  NUMBER("number"),
  /** True or false. */
  BOOLEAN("boolean"),
  /** Plain text. Conditions ask for whole texts, beginnings and parts, not for ranges. */
  TEXT("text"),
  /** A dotted version such as {@code 535.86.05}, compared part by part as numbers. */
  VERSION("version"),
  /**
   * A place such as {@code Montana, US}; a condition with a two-letter country code matches all
   * places of the country.
   */
  PLACE("place"),
  /** A date without a zone, stored as a 64-bit integer ({@link TimeKey}). */
  DATE("date"),
  /** An instant, stored as a 64-bit integer ({@link TimeKey}). */
  INSTANT("instant"),
  /** A list of 64-bit integers. */
  INTEGER_LIST("list of integers"),
  /** A list of texts, such as tags; they compare by the field's {@link Collation}. */
  TEXT_LIST("list of texts"),
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

  /** Returns whether values are texts. */
  public boolean isText() {
    return this == TEXT || this == VERSION || this == PLACE;
  }

  /** Returns whether rows store values as 64-bit keys: numbers, booleans, dates and instants. */
  public boolean hasIntegerKeys() {
    return this == INTEGER || this == NUMBER || this == BOOLEAN || isTime();
  }

  /** Returns whether values are dates or instants. */
  public boolean isTime() {
    return this == DATE || this == INSTANT;
  }

  /** Returns whether a value is a list. */
  public boolean isList() {
    return this == INTEGER_LIST || this == TEXT_LIST;
  }

  /** Returns whether orders may name a field of this type. */
  public boolean isScalar() {
    return !isList() && this != OBJECT;
  }

  /** Returns whether the operators gt, gte, lt and lte apply. */
  public boolean isOrdered() {
    return this == INTEGER || this == NUMBER || this == VERSION || isTime();
  }
}
