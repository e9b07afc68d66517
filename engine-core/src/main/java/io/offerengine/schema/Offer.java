package io.offerengine.schema;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The stored values of one offer. Each stored field of the schema is present or absent.
 *
 * <p>An offer has no derived and no computed values; the results of a search have them.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Offer {
  private final FieldValues values;

  Offer(FieldValues values) {
    this.values = values;
  }

  /** Starts an offer of the schema to which the first field that gets a value belongs. */
  public static Builder builder() {
    return new Builder(null);
  }

  /** Starts an offer of a schema, for programs that learn the fields when they run. */
  public static Builder builder(Schema schema) {
    return new Builder(new FieldValues(schema));
  }

  /** Returns the schema of this offer. */
  public Schema schema() {
    return values.schema;
  }

  /** Returns the identifier. */
  public long id() {
    return values.bits(values.schema.idField());
  }

  /** Returns whether this offer has a value of a field. */
  public boolean has(Field field) {
    return values.has(field);
  }

  /**
   * Returns the value of an integer field, or the {@linkplain TimeKey key} of a date or instant.
   *
   * @throws IllegalStateException if the value is absent
   * @throws IllegalArgumentException if the field has another type
   */
  public long integer(Field field) {
    return presentBits(field, field.type().isTime() ? field.type() : FieldType.INTEGER);
  }

  /** Returns the value of an integer or number field; NaN if it is absent. */
  public double number(Field field) {
    requireNotComputed(field);
    if (!has(field)) {
      return Double.NaN;
    }
    if (field.type() == FieldType.INTEGER) {
      return (double) values.bits(field);
    }
    return Double.longBitsToDouble(presentBits(field, FieldType.NUMBER));
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
    return presentBits(field, FieldType.BOOLEAN) != 0;
  }

  /** Returns the value of a text, version or place field; null if it is absent. */
  public @Nullable String text(Field field) {
    requireNotComputed(field);
    requireFits(field, field.type().isText(), "text");
    return has(field) ? (String) values.object(field) : null;
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
    return has(field) ? TimeKey.toDate(values.bits(field)) : null;
  }

  /** Returns the value of an instant field; null if it is absent. */
  public @Nullable Instant get(InstantField field) {
    return has(field) ? TimeKey.toInstant(values.bits(field)) : null;
  }

  /** Returns the value of a text, version or place field; null if it is absent. */
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

  /** Returns a copy of the value of a list of integers; null if it is absent. */
  public long @Nullable [] integers(Field field) {
    requireNotComputed(field);
    requireFits(field, field.type() == FieldType.INTEGER_LIST, FieldType.INTEGER_LIST.label());
    Object list = has(field) ? values.object(field) : null;
    return list == null ? null : ((long[]) list).clone();
  }

  /** Returns the value of a list of texts, unmodifiable; null if it is absent. */
  @SuppressWarnings("unchecked") // FieldValues stores texts alone
  public @Nullable List<String> texts(Field field) {
    requireNotComputed(field);
    requireFits(field, field.type() == FieldType.TEXT_LIST, FieldType.TEXT_LIST.label());
    return has(field) ? (List<String>) values.object(field) : null;
  }

  /**
   * Returns the value of a field of any type; null if it is absent.
   *
   * @return a Long, also for the {@linkplain TimeKey key} of a date or instant, a Double, a
   *     Boolean, a String, a {@code long[]}, which is a copy, or an unmodifiable list of texts
   */
  public @Nullable Object value(Field field) {
    requireNotComputed(field);
    return values.value(field);
  }

  /** Returns a builder that starts from this offer's values. */
  public Builder toBuilder() {
    return new Builder(values.copy());
  }

  /**
   * Returns a copy of this offer with some changes.
   *
   * @throws IllegalArgumentException if the changes are of another schema
   */
  public Offer with(OfferChanges changes) {
    if (changes.schema() != schema()) {
      throw new IllegalArgumentException("the changes of " + id() + " are of another schema");
    }
    FieldValues merged = values.copy();
    changes.applyTo(merged);
    return new Offer(merged);
  }

  /**
   * Returns the changes that turn this offer into another one.
   *
   * @param target an offer of the same schema with the same identifier
   * @throws IllegalArgumentException if the schema or the identifier differs
   */
  public OfferChanges changesTo(Offer target) {
    if (target.schema() != schema() || target.id() != id()) {
      throw new IllegalArgumentException(
          "the offers " + id() + " and " + target.id() + " are not the same offer");
    }
    return OfferChanges.between(values, target.values);
  }

  /**
   * Computes the value of a computed field for this offer, for example where a listener compares
   * prices.
   *
   * <p><b>Cost.</b> That of the formula, and of the derivations of its inputs.
   *
   * @param arguments the arguments of a search. {@link Arguments#atClock} sets the clocks; a
   *     formula reads a clock without a value as NaN
   * @return the value; NaN if it is absent
   * @throws IllegalArgumentException if the field has no formula, or is of another schema
   */
  public double compute(NumberField field, Arguments arguments) {
    Formula formula = schema().require(field).formula();
    if (formula == null) {
      throw new IllegalArgumentException(field + " is not computed; get reads its value");
    }
    return formula.value(this, arguments);
  }

  /**
   * Returns a stored or derived number as a formula reads it; NaN if it is absent, as for the rows
   * of the engine.
   */
  double input(Field field) {
    if (has(field)) {
      return field.type() == FieldType.NUMBER ? number(field) : (double) values.bits(field);
    }
    Derivation derivation = field.derivation();
    Object derived = derivation == null ? null : derivation.derive(this);
    if (derived instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    return derived == null ? Double.NaN : ((Number) derived).doubleValue();
  }

  private static void requireNotComputed(Field field) {
    if (field.formula() != null && !field.isStored()) {
      throw new IllegalArgumentException(
          "an offer has only the values that were given, but "
              + field
              + " is computed by each search; compute(field, arguments) does it for one offer");
    }
  }

  private static void requireFits(Field field, boolean fits, String asked) {
    if (!fits) {
      throw new IllegalArgumentException(
          field + " is of type " + field.type().label() + ", not " + asked);
    }
  }

  private long presentBits(Field field, FieldType type) {
    requireFits(field, field.type() == type, type.label());
    requireNotComputed(field);
    if (!values.has(field)) {
      throw new IllegalStateException("the offer brings no " + field);
    }
    return values.bits(field);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Offer that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }

  /**
   * Collects values of fields: what the builders of offers and of changes have in common.
   *
   * <p>Every {@code set} and {@code put} throws IllegalArgumentException when the value does not
   * fit the field's type, when a text is not valid Unicode (it holds half of a surrogate pair), or
   * when the field is not stored. Then the values stay as they were. An integer field takes doubles
   * of integral value, a number field integers.
   *
   * <p><b>Threads.</b> Confined to one thread.
   *
   * @param <B> the class of the builder
   */
  public abstract static sealed class ValuesBuilder<B extends ValuesBuilder<B>>
      permits Builder, OfferChanges.Builder {
    @Nullable FieldValues values;
    boolean isHandedOut;

    ValuesBuilder(@Nullable FieldValues values) {
      this.values = values;
    }

    /** Returns whether a value was set, or a change makes it absent. */
    public abstract boolean has(Field field);

    /** Sets the value of an integer field. */
    public final B set(IntegerField field, long value) {
      return put(field, value);
    }

    /** Sets the value of a number field. */
    public final B set(NumberField field, double value) {
      return put(field, value);
    }

    /** Sets the value of a flag. */
    public final B set(FlagField field, boolean value) {
      return put(field, value);
    }

    /** Sets the value of a date field. */
    public final B set(DateField field, LocalDate value) {
      return put(field, TimeKey.of(value));
    }

    /** Sets the value of an instant field. */
    public final B set(InstantField field, Instant value) {
      if (!TimeKey.isValid(value)) {
        throw new IllegalArgumentException(
            mismatch(field, "the instant " + value).getMessage() + ", from 1677 to 2262");
      }
      return put(field, TimeKey.of(value));
    }

    /** Sets the value of a text, version or place field. */
    public final B set(TextualField field, String value) {
      return put(field, value);
    }

    /** Sets the value of a list of integers. */
    public final B set(IntegerListField field, long[] value) {
      return put(field, value);
    }

    /** Sets the value of a list of texts. */
    public final B set(TextListField field, List<String> value) {
      return put(field, value);
    }

    /**
     * Sets the value of an integer or number field, or the {@linkplain TimeKey key} of a date or
     * instant. The methods {@code put} are for programs that learn the fields when they run.
     */
    public final B put(Field field, long value) {
      return switch (requireStored(field)) {
        case INTEGER -> setBits(field, value);
        case NUMBER -> setBits(field, Double.doubleToRawLongBits((double) value));
        case DATE, INSTANT -> {
          if (!TimeKey.isValid(field.type(), value)) {
            throw mismatch(field, "the key " + value);
          }
          yield setBits(field, value);
        }
        default -> throw mismatch(field, "the integer " + value);
      };
    }

    /** Sets the value of a number field, or of an integer field if the value is integral. */
    public final B put(Field field, double value) {
      if (!Double.isFinite(value)) {
        throw mismatch(field, "the number " + value + ", which is not finite,");
      }
      return switch (requireStored(field)) {
        case NUMBER -> setBits(field, Double.doubleToRawLongBits(value));
        case INTEGER -> {
          if (value != Math.rint(value) || value < -0x1p63 || value >= 0x1p63) {
            throw mismatch(field, "the number " + value + ", which is no 64-bit integer,");
          }
          yield setBits(field, (long) value);
        }
        default -> throw mismatch(field, "the number " + value);
      };
    }

    /** Sets the value of a boolean field, or 1 or 0 where {@link Field#acceptsBooleans}. */
    public final B put(Field field, boolean value) {
      boolean fits = requireStored(field) == FieldType.BOOLEAN || field.acceptsBooleans();
      if (!fits) {
        throw mismatch(field, "the boolean " + value);
      }
      return setBits(field, value ? 1 : 0);
    }

    /** Sets the value of a text, version or place field, or a date or instant as ISO text. */
    public final B put(Field field, String value) {
      FieldType type = requireStored(field);
      OptionalLong time = type.isTime() ? TimeKey.parse(type, value) : OptionalLong.empty();
      if (time.isPresent()) {
        return setBits(field, time.getAsLong());
      }
      if (!type.isText()) {
        throw mismatch(field, "the text '" + value + "'");
      }
      requireUnicode(field, value);
      return setObject(field, value);
    }

    /** Sets the value of a list of integers. */
    public final B put(Field field, long[] value) {
      if (requireStored(field) != FieldType.INTEGER_LIST) {
        throw mismatch(field, "a list of integers");
      }
      return setObject(field, value.clone());
    }

    /** Sets the value of a list of texts. */
    public final B put(Field field, List<String> value) {
      if (requireStored(field) != FieldType.TEXT_LIST) {
        throw mismatch(field, "a list of texts");
      }
      List<String> texts = List.copyOf(value);
      texts.forEach(text -> requireUnicode(field, text));
      return setObject(field, texts);
    }

    /** Makes a value absent. */
    public final B clear(Field field) {
      requireStored(field);
      own(field).clear(field);
      return changed(field);
    }

    /** Returns the type of a field that offers give values of. */
    FieldType requireStored(Field field) {
      Schema schema = values == null ? field.schema() : values.schema;
      if (!schema.require(field).isStored()) {
        throw new IllegalArgumentException(
            field + " is not stored: it follows from other fields (" + field.definition() + ")");
      }
      return field.type();
    }

    private static void requireUnicode(Field field, String value) {
      if (Collation.loneSurrogate(value) >= 0) {
        throw new IllegalArgumentException(
            mismatch(field, "a text with " + Collation.describeLoneSurrogate(value) + ",")
                    .getMessage()
                + " and takes valid Unicode");
      }
    }

    private static IllegalArgumentException mismatch(Field field, String got) {
      FieldType type = field.type();
      String problem = got + " does not fit " + field + ", which is of type " + type.label();
      return new IllegalArgumentException(
          type.isTime() ? problem + " and takes " + TimeKey.example(type) : problem);
    }

    private B setBits(Field field, long bits) {
      own(field).set(field, bits, null);
      return changed(field);
    }

    private B setObject(Field field, Object object) {
      own(field).set(field, 0, object);
      return changed(field);
    }

    /**
     * Returns values that may be changed: a copy if they were handed out, and values of the field's
     * schema if there are none. A refused value must not come here.
     */
    private FieldValues own(Field field) {
      if (values == null) {
        values = new FieldValues(field.schema());
      } else if (isHandedOut) {
        values = values.copy();
        isHandedOut = false;
      }
      return values;
    }

    /** Notes that a field was set or cleared, and returns this builder. */
    abstract B changed(Field field);
  }

  /**
   * Collects the values of one offer.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder extends ValuesBuilder<Builder> {
    private Builder(@Nullable FieldValues values) {
      super(values);
    }

    /** Returns whether a value was set. */
    @Override
    public boolean has(Field field) {
      return values != null && values.has(field);
    }

    /**
     * Returns the offer.
     *
     * @throws IllegalStateException if the identifier or another required value was not set
     */
    public Offer build() {
      Offer offer = buildPart();
      for (Field required : offer.schema().requiredFields()) {
        if (!offer.has(required)) {
          throw new IllegalStateException("an offer needs its " + required);
        }
      }
      return offer;
    }

    /**
     * Returns a part of an offer, which may lack required values: what a derivation reads.
     *
     * @throws IllegalStateException if no value was set
     */
    public Offer buildPart() {
      if (values == null) {
        throw new IllegalStateException("an offer needs its identifier, but has no value");
      }
      isHandedOut = true;
      return new Offer(values);
    }

    @Override
    Builder changed(Field field) {
      return this;
    }
  }
}
