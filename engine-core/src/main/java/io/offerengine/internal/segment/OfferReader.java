package io.offerengine.internal.segment;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;

/**
 * Reads back the offer that a row was stored for.
 *
 * <p>A value that is stored unless it can be derived ({@link
 * io.offerengine.schema.FieldBuilder#derivedUnlessGiven}) and that equals what would be derived
 * counts as derived: it follows when the values that it depends on change (decision 5).
 */
public final class OfferReader {
  private OfferReader() {}

  /** Returns what the offer of a row brought. */
  public static Offer read(Segment segment, int row) {
    Schema schema = segment.schema();
    Offer.Builder offer = Offer.builder(schema);
    for (Field field : schema.columns()) {
      if (field.isStored() && field.derivation() == null) {
        copy(segment, row, field, offer);
      }
    }
    Offer withoutDerived = offer.build();
    for (Field field : schema.columns()) {
      Derivation derivation = field.derivation();
      if (field.isStored() && derivation != null) {
        copy(segment, row, field, offer);
        if (offer.has(field) && isDerived(offer.build(), field, derivation, withoutDerived)) {
          offer.clear(field);
        }
      }
    }
    return offer.build();
  }

  private static boolean isDerived(
      Offer offer, Field field, Derivation derivation, Offer withoutDerived) {
    Object derived = derivation.derive(withoutDerived);
    return switch (field.type()) {
      case INTEGER -> derived instanceof Long value && value == offer.integer(field);
      case NUMBER -> derived instanceof Double value && value.equals(offer.number(field));
      case BOOLEAN -> derived instanceof Boolean value && value == offer.flag(field);
      case TEXT, VERSION, PLACE -> derived != null && derived.equals(offer.text(field));
      case INTEGER_LIST, OBJECT -> false;
    };
  }

  private static void copy(Segment segment, int row, Field field, Offer.Builder offer) {
    if (!segment.column(field).isPresent(row)) {
      return;
    }
    if (field.type().isNumeric()) {
      NumericColumn column = segment.numeric(field);
      switch (field.type()) {
        case NUMBER -> offer.set(field, column.number(row));
        case BOOLEAN -> offer.set(field, column.key(row) != 0);
        default -> offer.set(field, column.key(row));
      }
      return;
    }
    if (field.type().isText()) {
      String text = segment.text(field).text(row);
      if (text != null) {
        offer.set(field, text);
      }
      return;
    }
    long[] list = segment.list(field).list(row);
    if (list != null) {
      offer.set(field, list);
    }
  }
}
