package io.offerengine.internal.saved;

import io.offerengine.internal.column.Footprint;
import io.offerengine.query.NumericSet;
import io.offerengine.query.OfferValues;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Requirement;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a saved search, bound to the arguments of the search.
 *
 * <p><b>Threads.</b> Immutable.
 */
sealed interface SearchPredicate {
  /** The ceiling of a condition that is not an upper bound alone. */
  long NO_CEILING = Long.MAX_VALUE;

  /** Returns whether an offer satisfies the condition. */
  boolean accepts(OfferValues values);

  /** Returns the arguments under which a field is computed; null if no field is. */
  default @Nullable Arguments arguments() {
    return null;
  }

  /** Returns the memory of the condition, in bytes; of long lists of texts less than they take. */
  long bytes();

  /** Returns whether an offer satisfies all of some conditions. */
  static boolean acceptAll(List<? extends SearchPredicate> conditions, OfferValues values) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).accepts(values)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The accepted values of one field.
   *
   * @param arguments those of the search if the field is computed, otherwise null
   */
  record OfField(Field field, ValueSet accepted, @Nullable Arguments arguments)
      implements SearchPredicate {
    @Override
    public boolean accepts(OfferValues values) {
      return values.satisfies(field, accepted, arguments);
    }

    @Override
    public long bytes() {
      int ranges = accepted instanceof NumericSet set ? set.rangeCount() : 4;
      return Footprint.object(3 * Footprint.REFERENCE)
          + Footprint.object(Footprint.REFERENCE + 1)
          + Footprint.array(2L * ranges, Long.BYTES);
    }

    /** Returns the greatest accepted key of an upper bound; {@link #NO_CEILING} if it is none. */
    long ceiling() {
      boolean isBound =
          accepted instanceof NumericSet set
              && set.rangeCount() == 1
              && set.low(0) == Long.MIN_VALUE
              && !set.includesAbsent();
      return isBound ? ((NumericSet) accepted).high(0) : NO_CEILING;
    }

    /** Returns the Long or the collation key that alone is accepted; null if there is none. */
    @Nullable Object onlyValue() {
      if (accepted.includesAbsent()) {
        return null;
      }
      if (accepted instanceof NumericSet set) {
        return set.rangeCount() == 1 && set.low(0) == set.high(0) ? (Object) set.low(0) : null;
      }
      return accepted instanceof TextSet texts ? texts.onlyKey() : null;
    }
  }

  /**
   * A condition that depends on the time of a match.
   *
   * @param givenArguments those of the search, which leave the clock open
   */
  record OfRequirement(Requirement requirement, Arguments givenArguments)
      implements SearchPredicate {
    @Override
    public boolean accepts(OfferValues values) {
      return values.satisfies(requirement, givenArguments);
    }

    @Override
    public long bytes() {
      return Footprint.object(2 * Footprint.REFERENCE);
    }
  }

  /** Conjunctions of which at least one must hold. */
  record AnyOf(List<List<OfField>> conjunctions) implements SearchPredicate {
    @Override
    public boolean accepts(OfferValues values) {
      for (List<OfField> conjunction : conjunctions) {
        if (SearchPredicate.acceptAll(conjunction, values)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public @Nullable Arguments arguments() {
      return conjunctions.stream()
          .flatMap(List::stream)
          .flatMap(each -> Stream.ofNullable(each.arguments))
          .findFirst()
          .orElse(null);
    }

    @Override
    public long bytes() {
      return conjunctions.stream().flatMap(List::stream).mapToLong(OfField::bytes).sum();
    }
  }
}
