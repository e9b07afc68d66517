package io.offerengine.internal.segment;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of an offer as a row stores them: the values that the offer gives, and the values
 * derived from them.
 *
 * <p>Values are derived when this object is made, before anything is stored. If a derivation fails,
 * nothing has changed.
 */
public final class StoredRow implements NewRow {
  private final Offer offer;

  /** By slot. */
  private final @Nullable Object[] derived;

  /** Derives an offer's row. */
  public StoredRow(Offer offer) {
    this(offer, offer.schema().columns());
  }

  /** Derives the values of fields that the offer does not bring. */
  public StoredRow(Offer offer, List<Field> fields) {
    this.offer = offer;
    this.derived = new Object[offer.schema().columns().size()];
    for (Field field : fields) {
      derived[field.slot()] = derive(field);
    }
  }

  /** Derives the value of a field that the offer does not give; null if it gives the value. */
  private @Nullable Object derive(Field field) {
    Derivation derivation = field.derivation();
    return derivation == null || isGiven(field) ? null : derive(field, derivation, offer);
  }

  /** Returns the derived value of a field; null if it has none. */
  private @Nullable Object derived(Field field) {
    return derived[field.slot()];
  }

  /** Returns whether the offer gives the value of a field. */
  private boolean isGiven(Field field) {
    return field.isStored() && offer.has(field);
  }

  /**
   * Derives a value; null when it is absent.
   *
   * @throws IllegalStateException if the derivation returns a value that does not fit the field
   */
  private static @Nullable Object derive(Field field, Derivation derivation, Offer offer) {
    Object value = derivation.derive(offer);
    if (value == null || (value instanceof Double number && !Double.isFinite(number))) {
      return null;
    }
    boolean fits =
        switch (field.type()) {
          case INTEGER, DATE, INSTANT -> value instanceof Long;
          case NUMBER -> value instanceof Double;
          case BOOLEAN -> value instanceof Boolean;
          case TEXT, VERSION, PLACE -> value instanceof String;
          case INTEGER_LIST, TEXT_LIST, OBJECT -> false;
        };
    if (!fits) {
      throw new IllegalStateException(
          "the derivation of "
              + field
              + " gave "
              + value.getClass().getSimpleName()
              + ", which does not fit the type "
              + field.type().label());
    }
    if (value instanceof String text && Collation.loneSurrogate(text) >= 0) {
      throw new IllegalStateException(
          "the derivation of " + field + " gave " + Collation.describeLoneSurrogate(text));
    }
    return value;
  }

  /** Returns what the offer gives. */
  public Offer offer() {
    return offer;
  }

  @Override
  public long id() {
    return offer.id();
  }

  @Override
  public double input(Field field) {
    if (!has(field)) {
      return Double.NaN;
    }
    return field.type() == FieldType.NUMBER ? number(field) : (double) integer(field);
  }

  /** Returns whether a field has a value. */
  boolean has(Field field) {
    return derived(field) != null || isGiven(field);
  }

  /** Returns the present value of an integer or time field; of a boolean field, 1 or 0. */
  long integer(Field field) {
    if (field.type() == FieldType.BOOLEAN) {
      return (derived(field) instanceof Boolean value ? value : offer.flag(field)) ? 1 : 0;
    }
    return derived(field) instanceof Long value ? value : offer.integer(field);
  }

  /** Returns the value of a number field; NaN when it has none. */
  double number(Field field) {
    return derived(field) instanceof Double value ? value : offer.number(field);
  }

  @Nullable String text(Field field) {
    Object value = derived(field);
    return value == null && field.isStored() ? offer.text(field) : (String) value;
  }
}
