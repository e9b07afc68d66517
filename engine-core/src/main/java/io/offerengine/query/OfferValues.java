package io.offerengine.query;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
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
  /** Stands for a value that was read and is absent. */
  private static final Object ABSENT = new Object();

  private final Offer offer;
  private final double instant;

  /** By ordinal of the field: the stored or derived value; null before it was read. */
  private final @Nullable Object[] stored;

  /** By ordinal of the field: the computed value; null if it is absent. */
  private final @Nullable Object[] computed;

  /** By ordinal of the field: the arguments of the computed value. */
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
    this.stored = new Object[fields];
    this.computed = new Object[fields];
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
    Object value = compared(field, arguments);
    if (value == null) {
      return accepted.includesAbsent();
    }
    if (accepted instanceof NumericSet numbers) {
      return numbers.contains((Long) value);
    }
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
  public boolean has(Field field, @Nullable Arguments arguments) {
    return compared(field, arguments) != null;
  }

  /**
   * Returns the key of a number, a flag or a time; arguments as for {@link #satisfies}.
   *
   * @throws IllegalStateException if the field has no value, or one of another type
   */
  public long key(Field field, @Nullable Arguments arguments) {
    if (compared(field, arguments) instanceof Long key) {
      return key;
    }
    throw new IllegalStateException("the offer " + offer.id() + " has no " + field);
  }

  /** Returns whether a field has the same value, or none, in another offer's values. */
  public boolean agrees(OfferValues other, Field field, @Nullable Arguments arguments) {
    return Objects.equals(compared(field, arguments), other.compared(field, arguments));
  }

  /** Returns the collation key of a text; null if it is absent, and for a field of another type. */
  public @Nullable String text(Field field) {
    return compared(field, null) instanceof String text ? text : null;
  }

  /** Returns the value that conditions compare; null if it is absent. */
  @SuppressWarnings("ReferenceEquality") // one search has one instance; another costs a computation
  private @Nullable Object compared(Field field, @Nullable Arguments arguments) {
    int at = field.ordinal();
    if (arguments == null || field.formula() == null) {
      Object known = stored[at];
      if (known == null) {
        known = Objects.requireNonNullElse(read(field), ABSENT);
        stored[at] = known;
      }
      return known == ABSENT ? null : known;
    }
    if (computedUnder[at] != arguments) {
      double value = offer.compute((NumberField) field, resolved(arguments));
      computed[at] = Double.isNaN(value) ? null : NumericKey.of(value);
      computedUnder[at] = arguments;
    }
    return computed[at];
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

  /** Returns the stored or derived value as conditions compare it; null if it is absent. */
  private @Nullable Object read(Field field) {
    Object value = value(field);
    if (value instanceof Double number) {
      return NumericKey.of(number);
    }
    if (value instanceof Boolean flag) {
      return flag ? 1L : 0L;
    }
    if (value instanceof String text) {
      return field.collation().key(text);
    }
    if (value instanceof long[] integers) {
      return LongArrayList.wrap(integers);
    }
    return value instanceof List<?> texts
        ? texts.stream().map(text -> field.collation().key((String) text)).toList()
        : value;
  }

  /** Returns the stored or derived value as {@link Offer#value} does. */
  @Nullable Object value(Field field) {
    Object given = field.isStored() ? offer.value(field) : null;
    Derivation derivation = field.derivation();
    return given == null && derivation != null ? derivation.derive(offer) : given;
  }
}
