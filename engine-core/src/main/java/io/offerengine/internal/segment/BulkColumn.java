package io.offerengine.internal.segment;

import io.offerengine.internal.column.GrowingColumn;
import io.offerengine.internal.column.GrowingFlagColumn;
import io.offerengine.internal.column.GrowingIntegerColumn;
import io.offerengine.internal.column.GrowingNumberColumn;
import io.offerengine.internal.column.GrowingTextColumn;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of one field of many offers. The values equal those of {@link StoredRow}.
 *
 * <p><b>Threads.</b> Confined to one append.
 */
final class BulkColumn {
  private final Field field;
  private final @Nullable Derivation derivation;
  private final boolean isStored;

  BulkColumn(Field field) {
    this.field = field;
    this.derivation = field.derivation();
    this.isStored = field.isStored();
  }

  /** Appends the values of some offers from a row on. */
  void append(GrowingColumn column, int row, Offer[] offers, int count) {
    if (column instanceof GrowingNumberColumn numbers) {
      for (int i = 0; i < count; i++) {
        numbers.set(row + i, number(offers[i]));
      }
    } else if (column instanceof GrowingTextColumn texts) {
      for (int i = 0; i < count; i++) {
        texts.set(row + i, text(offers[i]));
      }
    } else if (column instanceof ListColumn lists) {
      for (int i = 0; i < count; i++) {
        lists.set(row + i, offers[i], field);
      }
    } else if (column instanceof GrowingIntegerColumn integers) {
      for (int i = 0; i < count; i++) {
        set(integers, row + i, offers[i]);
      }
    } else if (column instanceof GrowingFlagColumn flags) {
      for (int i = 0; i < count; i++) {
        set(flags, row + i, offers[i]);
      }
    }
  }

  private double number(Offer offer) {
    Derivation rule = derivation(offer);
    if (rule == null) {
      return offer.number(field);
    }
    return StoredRow.derive(field, rule, offer) instanceof Double derived ? derived : Double.NaN;
  }

  private @Nullable String text(Offer offer) {
    Derivation rule = derivation(offer);
    return rule == null ? offer.text(field) : (String) StoredRow.derive(field, rule, offer);
  }

  private void set(GrowingIntegerColumn column, int row, Offer offer) {
    Derivation rule = derivation(offer);
    if (rule != null) {
      if (StoredRow.derive(field, rule, offer) instanceof Long integer) {
        column.set(row, integer);
      } else {
        column.setAbsent(row);
      }
    } else if (offer.has(field)) {
      column.set(row, offer.integer(field));
    } else {
      column.setAbsent(row);
    }
  }

  private void set(GrowingFlagColumn column, int row, Offer offer) {
    Derivation rule = derivation(offer);
    if (rule != null) {
      if (StoredRow.derive(field, rule, offer) instanceof Boolean flag) {
        column.set(row, flag);
      } else {
        column.setAbsent(row);
      }
    } else if (offer.has(field)) {
      column.set(row, offer.flag(field));
    } else {
      column.setAbsent(row);
    }
  }

  /** Returns the rule that derives the value of an offer; null if the offer brings the value. */
  private @Nullable Derivation derivation(Offer offer) {
    return isStored && (derivation == null || offer.has(field)) ? null : derivation;
  }
}
