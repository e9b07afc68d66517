package io.offerengine;

import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What a schema says of its offers, written once more, with nothing of the engine's code. */
interface NaiveSchema {
  Schema schema();

  /** Returns what conditions and order compare, as {@link UntypedValues}. */
  @Nullable Object value(NaiveOffer offer, Field field);

  /** Returns what a search shows. */
  default @Nullable Object shown(NaiveOffer offer, Field field) {
    return value(offer, field);
  }

  /** Returns what texts have in common that conditions find equal. */
  String key(Field field, String text);

  /** Returns the field that a flag is derived from alone, or else the field itself. */
  Field source(Field flag);

  /** Returns an offer as it is kept: without given values that would be derived anyway. */
  Offer kept(Offer offer);

  /** Returns whether an offer meets what the arguments of its query demand. */
  default boolean isAllowed(NaiveOffer offer) {
    return true;
  }

  /**
   * Draws arguments for a query.
   *
   * @param some an offer, null if there is none
   */
  NaiveQuery drawArguments(NaiveQuery query, @Nullable Offer some, Random random);
}
