package io.offerengine.internal.segment;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
    Offer inputs = given.buildPart();
    for (Field field : offer.schema().columns()) {
      Derivation derivation = field.derivation();
      if (derivation != null
          && offer.has(field)
          && Objects.equals(derived(derivation, inputs), offer.value(field))) {
        kept.clear(field);
      }
    }
    return kept.buildPart();
  }

  /**
   * Returns what a derivation gives for an offer; null if it gives nothing. A derivation that fails
   * for the offer can't have given a value that the offer has.
   */
  static @Nullable Object derived(Derivation derivation, Offer offer) {
    try {
      return derivation.derive(offer);
    } catch (IllegalStateException e) {
      return null;
    }
  }

  /** Returns the present value of a row as a derivation returns it; null for lists. */
  public static @Nullable Object value(Column column, int row, Field field) {
    if (column instanceof NumericColumn numbers) {
      return switch (field.type()) {
        case NUMBER -> numbers.number(row);
        case BOOLEAN -> numbers.key(row) != 0;
        default -> numbers.key(row);
      };
    }
    return column instanceof TextColumn texts ? texts.text(row) : null;
  }

  /** Copies what a row's offer may have brought of a field. */
  public static void copy(Segment segment, int row, Field field, Offer.Builder offer) {
    copy(segment.column(field), row, field, 1, offer);
  }

  /**
   * Copies the value of a row.
   *
   * @param column a column of the type of the field
   * @param unit how many units of the field make one of the column
   * @throws ArithmeticException if an integer is too large in the units of the field
   */
  static void copy(Column column, int row, Field field, int unit, Offer.Builder offer) {
    if (!column.isPresent(row)) {
      return;
    }
    if (column instanceof NumericColumn numbers) {
      switch (field.type()) {
        case NUMBER -> offer.put(field, numbers.number(row) * unit);
        case BOOLEAN -> offer.put(field, numbers.key(row) != 0);
        default -> offer.put(field, Math.multiplyExact(numbers.key(row), unit));
      }
    } else if (column instanceof TextColumn texts) {
      offer.put(field, texts.dictionary().text(texts.code(row)));
    } else if (column instanceof ListColumn lists) {
      long[] integers = lists.integers(row);
      List<String> texts = lists.texts(row);
      if (integers != null) {
        offer.put(field, integers);
      } else if (texts != null) {
        offer.put(field, texts);
      }
    }
  }
}
