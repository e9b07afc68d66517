package io.offerengine.internal.segment;

import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of an offer: the values that it brings, and those that follow from them.
 *
 * <p>Derived values are found when the row is made, before anything is stored, so that a derivation
 * that fails leaves no trace.
 */
public final class StoredRow {
  private final Offer offer;
  private final @Nullable Object[] derived;

  /** Derives an offer's row. */
  public StoredRow(Offer offer) {
    this.offer = offer;
    Schema schema = offer.schema();
    this.derived = new Object[schema.columns().size()];
    for (Field field : schema.columns()) {
      Derivation derivation = field.derivation();
      if (derivation != null && !(field.isStored() && offer.has(field))) {
        derived[field.slot()] = checked(field, derivation.derive(offer));
      }
    }
  }

  private static @Nullable Object checked(Field field, @Nullable Object value) {
    if (value == null || (value instanceof Double number && !Double.isFinite(number))) {
      return null;
    }
    boolean fits =
        switch (field.type()) {
          case INTEGER -> value instanceof Long;
          case NUMBER -> value instanceof Double;
          case BOOLEAN -> value instanceof Boolean;
          case TEXT, VERSION, PLACE -> value instanceof String;
          case INTEGER_LIST, OBJECT -> false;
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
    return value;
  }

  /** Returns what the offer brings. */
  public Offer offer() {
    return offer;
  }

  boolean has(Field field) {
    return derived[field.slot()] != null || (field.isStored() && offer.has(field));
  }

  long integer(Field field) {
    return derived[field.slot()] instanceof Long value ? value : offer.integer(field);
  }

  double number(Field field) {
    return derived[field.slot()] instanceof Double value ? value : offer.number(field);
  }

  boolean flag(Field field) {
    return derived[field.slot()] instanceof Boolean value ? value : offer.flag(field);
  }

  @Nullable String text(Field field) {
    Object value = derived[field.slot()];
    return value == null && field.isStored() ? offer.text(field) : (String) value;
  }

  long @Nullable [] integers(Field field) {
    return offer.integers(field);
  }
}
