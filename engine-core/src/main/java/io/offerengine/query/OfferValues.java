package io.offerengine.query;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Requirement;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one offer as conditions compare them: numbers and flags as {@link NumericKey
 * numeric keys}, texts as collation keys, lists as lists of Longs or of collation keys.
 *
 * <p>Values that the offer does not bring are derived. A computed field has the value that a search
 * with some {@link Arguments} would compute at the instant of these values; without arguments, its
 * stored value counts.
 *
 * <p><b>Cost.</b> A value is read, derived or computed when it is first asked for. Of a computed
 * field, the value under the latest arguments is remembered.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class OfferValues {
  private static final byte ABSENT = 1;
  private static final byte PRESENT = 2;

  private final Offer offer;
  private final double instant;

  /** By ordinal of the field: whether the stored value is present; 0 before it was read. */
  private final byte[] stored;

  /** By ordinal of the field: whether the computed value is present. */
  private final byte[] computed;

  private final long[] keys;
  private final long[] computedKeys;
  private final @Nullable Object[] objects;
  private final @Nullable Arguments[] computedUnder;

  /** The arguments that were resolved last, and the result. */
  private @Nullable Arguments latest;

  private @Nullable Arguments latestResolved;

  /**
   * Creates the values of an offer.
   *
   * @param instant the time of clocks that arguments leave open, in seconds since 1970
   */
  public OfferValues(Offer offer, double instant) {
    int fields = offer.schema().fields().size();
    this.offer = offer;
    this.instant = instant;
    this.stored = new byte[fields];
    this.computed = new byte[fields];
    this.keys = new long[fields];
    this.computedKeys = new long[fields];
    this.objects = new Object[fields];
    this.computedUnder = new Arguments[fields];
  }

  /** Returns the offer. */
  public Offer offer() {
    return offer;
  }

  /**
   * Returns whether a set accepts the value of a field.
   *
   * @param arguments those of the search if the field is computed; null to compare the stored value
   */
  public boolean satisfies(Field field, ValueSet accepted, @Nullable Arguments arguments) {
    if (!has(field, arguments)) {
      return accepted.includesAbsent();
    }
    if (accepted instanceof NumericSet numbers) {
      return numbers.contains(key(field, arguments));
    }
    Object value = Objects.requireNonNull(objects[field.ordinal()]);
    return accepted instanceof ListSet lists
        ? lists.contains((List<?>) value)
        : ((TextSet) accepted).contains((String) value);
  }

  /** Returns whether the offer satisfies the condition that some arguments imply at the instant. */
  public boolean satisfies(Requirement requirement, Arguments arguments) {
    NumericSet accepted = Query.accepted(requirement, resolved(arguments));
    return accepted == null || satisfies(requirement.field(), accepted, null);
  }

  /** Returns whether a field has a value; arguments as for {@link #satisfies}. */
  @SuppressWarnings("ReferenceEquality") // one search has one instance; another costs a computation
  public boolean has(Field field, @Nullable Arguments arguments) {
    int at = field.ordinal();
    if (arguments == null || field.formula() == null) {
      if (stored[at] == 0) {
        stored[at] = read(field) ? PRESENT : ABSENT;
      }
      return stored[at] == PRESENT;
    }
    if (computedUnder[at] != arguments) {
      double value = offer.compute((NumberField) field, resolved(arguments));
      computed[at] = Double.isNaN(value) ? ABSENT : PRESENT;
      computedKeys[at] = NumericKey.of(Double.isNaN(value) ? 0 : value);
      computedUnder[at] = arguments;
    }
    return computed[at] == PRESENT;
  }

  /** Returns the key of a number or flag that is present; arguments as for {@link #satisfies}. */
  public long key(Field field, @Nullable Arguments arguments) {
    if (!has(field, arguments)) {
      throw new IllegalStateException("the offer " + offer.id() + " has no " + field);
    }
    boolean isComputed = arguments != null && field.formula() != null;
    return isComputed ? computedKeys[field.ordinal()] : keys[field.ordinal()];
  }

  /** Returns whether a field has the same value, or none, in another offer's values. */
  public boolean agrees(OfferValues other, Field field, @Nullable Arguments arguments) {
    boolean isPresent = has(field, arguments);
    if (isPresent != other.has(field, arguments) || !isPresent) {
      return isPresent == other.has(field, arguments);
    }
    return field.type().hasIntegerKeys()
        ? key(field, arguments) == other.key(field, arguments)
        : Objects.equals(objects[field.ordinal()], other.objects[field.ordinal()]);
  }

  /** Returns the collation key of a text; null if it is absent. */
  public @Nullable String text(Field field) {
    return has(field, null) ? (String) objects[field.ordinal()] : null;
  }

  /** Returns arguments whose open clocks are set. */
  @SuppressWarnings("ReferenceEquality") // as above
  private Arguments resolved(Arguments arguments) {
    Arguments known = latestResolved;
    if (known == null || latest != arguments) {
      known = arguments.atClock(offer.schema(), instant);
      latest = arguments;
      latestResolved = known;
    }
    return known;
  }

  /** Puts the stored value of a field where it is compared; returns false if it is absent. */
  private boolean read(Field field) {
    int at = field.ordinal();
    Object value = value(field);
    if (value instanceof Double number) {
      keys[at] = NumericKey.of(number);
    } else if (value instanceof Long integer) {
      keys[at] = integer;
    } else if (value instanceof Boolean flag) {
      keys[at] = flag ? 1 : 0;
    } else if (value instanceof String text) {
      objects[at] = field.collation().key(text);
    } else if (field.type() == FieldType.TEXT_LIST && value instanceof List<?> texts) {
      objects[at] = texts.stream().map(text -> field.collation().key((String) text)).toList();
    } else {
      objects[at] = value;
    }
    return value != null;
  }

  /**
   * Returns the stored or derived value: a Long, Double, Boolean, String or list; null if absent.
   */
  @Nullable Object value(Field field) {
    if (!field.isStored() || !offer.has(field)) {
      Derivation derivation = field.derivation();
      return derivation == null ? null : derivation.derive(offer);
    }
    return switch (field.type()) {
      case INTEGER, DATE, INSTANT -> offer.integer(field);
      case NUMBER -> offer.number(field);
      case BOOLEAN -> offer.flag(field);
      case TEXT, VERSION, PLACE -> offer.text(field);
      case INTEGER_LIST -> LongArrayList.wrap(Objects.requireNonNull(offer.integers(field)));
      case TEXT_LIST -> offer.texts(field);
      case OBJECT -> throw new IllegalStateException(field + " is not filterable");
    };
  }
}
