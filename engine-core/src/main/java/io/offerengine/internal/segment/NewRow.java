package io.offerengine.internal.segment;

import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferChanges;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row that is to be appended to a {@link TailSegment}: the values that an offer gives, and the
 * values derived from them. The row of an updated offer copies most values from its earlier row.
 *
 * <p>Values are derived when this object is made, before anything is stored. If a derivation fails,
 * nothing has changed.
 */
public final class NewRow {
  private static final @Nullable Object[] NOTHING = {};

  private final long id;

  /** Has the values of {@link #fields}; values of other fields may be missing. */
  private final Offer offer;

  /** By slot; empty if nothing is derived. */
  private final @Nullable Object[] derived;

  private final List<Field> fields;
  private final @Nullable Segment source;
  private final int sourceRow;
  private final @Nullable OfferChanges changes;

  /** Makes the row of an offer. */
  public NewRow(Offer offer) {
    this.id = offer.id();
    this.offer = offer;
    this.fields = offer.schema().columns();
    this.derived = deriveAll(fields);
    this.source = null;
    this.sourceRow = 0;
    this.changes = null;
  }

  /**
   * Makes the row of an updated offer.
   *
   * @param source the segment of the earlier row
   * @param changes what the update changes
   * @param values an offer with the new values, and with what is needed to derive others
   * @param derived the fields to derive again
   * @param fields the fields whose values are not copied: those that change, and the derived ones
   */
  public NewRow(
      Segment source,
      int sourceRow,
      OfferChanges changes,
      Offer values,
      List<Field> derived,
      List<Field> fields) {
    this.id = source.id(sourceRow);
    this.offer = values;
    this.fields = fields;
    this.derived = deriveAll(derived);
    this.source = source;
    this.sourceRow = sourceRow;
    this.changes = changes;
  }

  private @Nullable Object[] deriveAll(List<Field> wanted) {
    if (wanted.isEmpty()) {
      return NOTHING;
    }
    @Nullable Object[] values = new Object[offer.schema().columns().size()];
    for (Field field : wanted) {
      values[field.slot()] = deriveUnlessGiven(field);
    }
    return values;
  }

  /** Derives the value of a field that the offer does not give; null if it gives the value. */
  private @Nullable Object deriveUnlessGiven(Field field) {
    Derivation derivation = field.derivation();
    return derivation == null || isGiven(field) ? null : derivation.derive(offer);
  }

  /** Returns the derived value of a field; null if it has none. */
  private @Nullable Object derivedValue(Field field) {
    return derived.length == 0 ? null : derived[field.slot()];
  }

  /** Returns whether the offer gives the value of a field. */
  private boolean isGiven(Field field) {
    return field.isStored() && offer.has(field);
  }

  /** Returns the identifier of the offer. */
  public long id() {
    return id;
  }

  /** Returns the segment of the earlier row that values are copied from; null for none. */
  public @Nullable Segment source() {
    return source;
  }

  /** Returns the earlier row. */
  int sourceRow() {
    return sourceRow;
  }

  /** Returns the fields whose values are not copied. */
  List<Field> fields() {
    return fields;
  }

  /** Returns the values of the offer; not all of them if values are copied. */
  Offer offer() {
    return offer;
  }

  /** Returns the offer as the next batch will read it back. */
  public Offer readBack() {
    return StoredOffers.withoutDerivable(
        source == null
            ? offer
            : StoredOffers.read(source, sourceRow).with(Objects.requireNonNull(changes)));
  }

  /**
   * Returns the value of an integer or number field as formulas read it; NaN for an absent value.
   */
  public double input(Field field) {
    if (source != null && !fields.contains(field)) {
      return source.numeric(field).number(sourceRow);
    }
    if (!has(field)) {
      return Double.NaN;
    }
    return field.type() == FieldType.NUMBER ? number(field) : (double) integer(field);
  }

  /** Returns whether one of {@link #fields} has a value. */
  boolean has(Field field) {
    return derivedValue(field) != null || isGiven(field);
  }

  /** Returns the present value of an integer or time field; of a boolean field, 1 or 0. */
  long integer(Field field) {
    if (field.type() == FieldType.BOOLEAN) {
      return (derivedValue(field) instanceof Boolean value ? value : offer.flag(field)) ? 1 : 0;
    }
    return derivedValue(field) instanceof Long value ? value : offer.integer(field);
  }

  /** Returns the value of a number field; NaN when it has none. */
  double number(Field field) {
    return derivedValue(field) instanceof Double value ? value : offer.number(field);
  }

  @Nullable String text(Field field) {
    Object value = derivedValue(field);
    return value == null && field.isStored() ? offer.text(field) : (String) value;
  }
}
