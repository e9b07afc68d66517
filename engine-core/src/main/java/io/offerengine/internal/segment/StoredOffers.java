package io.offerengine.internal.segment;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.List;

/**
 * Reads back the offer that a row was stored for.
 *
 * <p>A value that is stored unless it can be derived ({@link
 * io.offerengine.schema.FieldBuilder#derivedUnlessGiven}) and that equals what would be derived
 * counts as derived: it follows when the values that it depends on change.
 */
public final class StoredOffers {
  private StoredOffers() {}

  /** Returns what the offer of a row brought. */
  public static Offer read(Segment segment, int row) {
    Offer.Builder offer = Offer.builder(segment.schema());
    for (Field field : segment.schema().columns()) {
      if (field.isStored()) {
        copy(segment, row, field, offer);
      }
    }
    return withoutDerivable(offer.build());
  }

  /** Returns an offer without the values that count as derived. */
  public static Offer withoutDerivable(Offer offer) {
    Offer.Builder given = offer.toBuilder();
    Offer.Builder kept = offer.toBuilder();
    for (Field field : offer.schema().columns()) {
      if (field.derivation() != null && offer.has(field)) {
        given.clear(field);
      }
    }
    Offer inputs = given.build();
    for (Field field : offer.schema().columns()) {
      Derivation derivation = field.derivation();
      if (derivation != null && offer.has(field) && isDerived(offer, field, derivation, inputs)) {
        kept.clear(field);
      }
    }
    return kept.build();
  }

  private static boolean isDerived(Offer offer, Field field, Derivation derivation, Offer inputs) {
    Object derived = derivation.derive(inputs);
    return switch (field.type()) {
      case INTEGER, DATE, INSTANT -> derived instanceof Long value && value == offer.integer(field);
      case NUMBER -> derived instanceof Double value && value.equals(offer.number(field));
      case BOOLEAN -> derived instanceof Boolean value && value == offer.flag(field);
      case TEXT, VERSION, PLACE -> derived != null && derived.equals(offer.text(field));
      case INTEGER_LIST, TEXT_LIST, OBJECT -> false;
    };
  }

  /** Copies what a row's offer may have brought of a field. */
  public static void copy(Segment segment, int row, Field field, Offer.Builder offer) {
    if (!segment.column(field).isPresent(row)) {
      return;
    }
    if (field.type().isNumeric()) {
      NumericColumn column = segment.numeric(field);
      switch (field.type()) {
        case NUMBER -> offer.put(field, column.number(row));
        case BOOLEAN -> offer.put(field, column.key(row) != 0);
        default -> offer.put(field, column.key(row));
      }
      return;
    }
    if (field.type().isText()) {
      String text = segment.text(field).text(row);
      if (text != null) {
        offer.put(field, text);
      }
      return;
    }
    long[] integers = segment.list(field).integers(row);
    List<String> texts = segment.list(field).texts(row);
    if (integers != null) {
      offer.put(field, integers);
    } else if (texts != null) {
      offer.put(field, texts);
    }
  }
}
