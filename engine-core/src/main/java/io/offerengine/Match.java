package io.offerengine;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextListField;
import io.offerengine.schema.TextualField;
import io.offerengine.schema.TimeKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One result of a search: a view of one row of a snapshot, which copies no values.
 *
 * <p>The methods {@code get} read typed fields. The other getters are for programs that learn the
 * fields when they run. Computed fields have the values that the search used, even if the clock has
 * moved on.
 *
 * <p><b>Cost.</b> Reading a field is O(1). As long as the instance is reachable, the memory of its
 * snapshot is not freed.
 *
 * <p><b>Threads.</b> Confined to one thread, together with its {@link Matches}.
 */
public final class Match {
  private final Schema schema;
  private final boolean folded;
  final SegmentReader reader;
  final int row;

  Match(Schema schema, boolean folded, SegmentReader reader, int row) {
    this.schema = schema;
    this.folded = folded;
    this.reader = reader;
    this.row = row;
  }

  /** Returns the identifier. */
  public long id() {
    return reader.segment().id(row);
  }

  /** Returns whether this offer has a value for a field. */
  public boolean has(Field field) {
    if (whenFolded(field) != null) {
      return true;
    }
    return switch (field.type()) {
      case INTEGER, NUMBER, BOOLEAN, DATE, INSTANT -> reader.numeric(field).isPresent(row);
      case TEXT, VERSION, PLACE, INTEGER_LIST, TEXT_LIST ->
          reader.segment().column(field).isPresent(row);
      case OBJECT -> true;
    };
  }

  /** Returns the value of an integer field, as {@link #integer} does. */
  public long get(IntegerField field) {
    return integer(field);
  }

  /** Returns the value of a number field; NaN if it is absent. */
  public double get(NumberField field) {
    return number(field);
  }

  /** Returns the value of a flag, as {@link #flag} does. */
  public boolean get(FlagField field) {
    return flag(field);
  }

  /** Returns the value of a date field; null if it is absent. */
  public @Nullable LocalDate get(DateField field) {
    return has(field) ? TimeKey.toDate(integer(field)) : null;
  }

  /** Returns the value of an instant field; null if it is absent. */
  public @Nullable Instant get(InstantField field) {
    return has(field) ? TimeKey.toInstant(integer(field)) : null;
  }

  /** Returns the value of a text, version or place field as stored; null if it is absent. */
  public @Nullable String get(TextualField field) {
    return text(field);
  }

  /** Returns a copy of the value of a list of integers; null if it is absent. */
  public long @Nullable [] get(IntegerListField field) {
    return integers(field);
  }

  /** Returns the value of a list of texts, unmodifiable; null if it is absent. */
  public @Nullable List<String> get(TextListField field) {
    return texts(field);
  }

  /**
   * Returns the value of an integer field, or the {@linkplain TimeKey key} of a date or instant.
   *
   * @throws IllegalStateException if it is absent
   * @throws IllegalArgumentException if the field has another type
   */
  public long integer(Field field) {
    Long shown = whenFolded(field);
    return shown != null
        ? shown
        : presentKey(field, field.type().isTime() ? field.type() : FieldType.INTEGER);
  }

  /** Returns the value of an integer or number field; NaN when absent. */
  public double number(Field field) {
    if (field.type() != FieldType.INTEGER) {
      requireType(field, FieldType.NUMBER);
    }
    Long shown = whenFolded(field);
    return shown != null ? (double) shown : reader.numeric(field).number(row);
  }

  /**
   * Returns the value of a boolean field; false for an absent value of a field whose absent values
   * {@linkplain Field#isAbsentAsFalse count as false}.
   *
   * @throws IllegalStateException if the value is absent and does not count as false
   * @throws IllegalArgumentException if the field has another type
   */
  public boolean flag(Field field) {
    if (field.isAbsentAsFalse() && !has(field)) {
      return false;
    }
    return presentKey(field, FieldType.BOOLEAN) != 0;
  }

  /** Returns the value of a text, version or place field as stored; null if absent. */
  public @Nullable String text(Field field) {
    if (!field.type().isText()) {
      requireType(field, FieldType.TEXT);
    }
    return reader.segment().text(schema.require(field)).text(row);
  }

  /** Returns the value of a list of texts, unmodifiable; null when absent. */
  public @Nullable List<String> texts(Field field) {
    requireType(field, FieldType.TEXT_LIST);
    return reader.segment().list(schema.require(field)).texts(row);
  }

  /** Returns a copy of the value of a list of integers; null when absent. */
  public long @Nullable [] integers(Field field) {
    requireType(field, FieldType.INTEGER_LIST);
    return reader.segment().list(schema.require(field)).integers(row);
  }

  /**
   * Returns one number of an object field; NaN when absent.
   *
   * @param index the index of the number in {@link Field#members}
   */
  public double member(Field field, int index) {
    requireType(schema.require(field), FieldType.OBJECT);
    return reader.compute(field.members().get(index).formula()).number(row);
  }

  /**
   * Returns the stored or derived value of an integer, number or boolean field of this offer, as
   * formulas read this value; NaN if absent.
   *
   * @throws IllegalArgumentException if the field is neither stored nor derived
   */
  public double stored(Field field) {
    if (schema.require(field).slot() < 0 || !field.type().hasIntegerKeys()) {
      throw new IllegalArgumentException(field + " is neither a stored nor a derived number");
    }
    return reader.segment().numeric(field).number(row);
  }

  /** Returns the arguments with which the formulas were evaluated. */
  public Arguments arguments() {
    return reader.arguments();
  }

  /** Returns the offer: the values that were given, without derived ones. */
  public Offer toOffer() {
    return StoredOffers.read(reader.segment(), row);
  }

  /** Returns the schema. */
  public Schema schema() {
    return schema;
  }

  /**
   * Returns the value that a field shows whatever the row has; null if it shows that of the row.
   */
  private @Nullable Long whenFolded(Field field) {
    Long shown = schema.require(field).foldedValue();
    return folded ? shown : null;
  }

  private long presentKey(Field field, FieldType type) {
    requireType(schema.require(field), type);
    NumericColumn column = reader.numeric(field);
    if (!column.isPresent(row)) {
      throw new IllegalStateException("the offer " + id() + " has no " + field);
    }
    return column.key(row);
  }

  private static void requireType(Field field, FieldType type) {
    if (field.type() != type) {
      throw new IllegalArgumentException(
          field + " is of type " + field.type().label() + ", not " + type.label());
    }
  }

  @Override
  public String toString() {
    return toOffer().toString();
  }
}
