package io.offerengine.query;

import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;

import io.offerengine.schema.Condition;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch.Precondition;
import io.offerengine.schema.TimeKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on the stored and derived values of one offer; the offer must satisfy all of them.
 *
 * <pre>{@code
 * OfferConditions free = OfferConditions.of(RENTED.isFalse());
 * OfferChanges rented = OfferChanges.builder().set(RENTED, true).build();
 * engine.apply(OfferBatch.builder().updateIf(1, free, rented).build());
 * }</pre>
 *
 * <p><b>Cost.</b> A check is linear in the number of conditions.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class OfferConditions implements Precondition {
  private static final int MAX_SHOWN = 200;

  private final Query query;

  private OfferConditions(Query query) {
    this.query = query;
  }

  /**
   * Returns the conditions of a query. Its order, limit, cursor and arguments play no part, and
   * neither do the conditions that the arguments imply.
   *
   * <p>A field that is both stored and computed is compared by its stored value.
   *
   * @throws InvalidQueryException if a condition is on a computed field that is not stored, since
   *     its value depends on a search, or if the query has alternatives
   */
  public static OfferConditions of(Query query) {
    if (!query.alternativesInWords().isEmpty()) {
      throw new InvalidQueryException(
          OPERATOR_NOT_SUPPORTED,
          "",
          "an update takes conditions that must all hold, but got alternatives");
    }
    for (Condition condition : query.conditions()) {
      Field field = condition.field();
      if (field.formula() != null && !field.isStored()) {
        throw new InvalidQueryException(
            OPERATOR_NOT_SUPPORTED,
            InvalidQueryException.pointer("", field.name()),
            field + " is computed by each search, but an update compares stored values only");
      }
    }
    return new OfferConditions(query);
  }

  /**
   * Returns conditions on stored values.
   *
   * @throws InvalidQueryException as {@link #of(Query)} does, or if a value does not fit its field
   */
  public static OfferConditions of(Condition first, Condition... more) {
    return of(Query.where(first, more).build());
  }

  /**
   * Throws unless an offer satisfies all conditions.
   *
   * @throws ConflictException if a condition does not hold; it names the first
   * @throws IllegalArgumentException if the offer is of another schema
   */
  @Override
  public void check(Offer stored) {
    Condition unsatisfied = unsatisfied(stored);
    if (unsatisfied != null) {
      Object value = new OfferValues(stored, Double.NaN).value(unsatisfied.field());
      String shown = value == null ? null : shown(unsatisfied.field(), value);
      throw ConflictException.unsatisfied(stored.id(), unsatisfied, shown);
    }
  }

  /**
   * Returns whether an offer satisfies all conditions.
   *
   * @throws IllegalArgumentException if the offer is of another schema
   */
  public boolean accept(Offer offer) {
    return unsatisfied(offer) == null;
  }

  /** Returns the first condition that does not hold; null if all hold. */
  private @Nullable Condition unsatisfied(Offer offer) {
    if (offer.schema() != query.schema()) {
      throw new IllegalArgumentException(
          "the conditions for the offer " + offer.id() + " are of another schema");
    }
    OfferValues values = new OfferValues(offer, Double.NaN);
    for (Query.Accepted each : query.accepted()) {
      if (!values.satisfies(each.condition().field(), each.values(), null)) {
        return each.condition();
      }
    }
    return null;
  }

  private static String shown(Field field, Object value) {
    if (value instanceof long[] integers) {
      return Arrays.toString(integers);
    }
    if (!(value instanceof String text)) {
      boolean isTime = field.type().isTime();
      return isTime ? TimeKey.text(field.type(), (Long) value) : value.toString();
    }
    return "'" + (text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text) + "'";
  }

  @Override
  public String toString() {
    return query.conditions().toString();
  }
}
