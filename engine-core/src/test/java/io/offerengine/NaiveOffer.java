package io.offerengine;

import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import org.jspecify.annotations.Nullable;

/** The values of an offer as a search sees them, each from scratch; as {@link UntypedValues}. */
record NaiveOffer(Offer offer, NaiveQuery query, double clock) {
  long id() {
    return offer.id();
  }

  /** Returns what a search shows. */
  @Nullable Object shown(Field field) {
    return query.rules().shown(this, field);
  }

  /** Returns what conditions and order compare. */
  @Nullable Object value(Field field) {
    return query.rules().value(this, field);
  }

  @Nullable Object value(String field) {
    return value(query.schema().field(field).orElseThrow());
  }

  /** Returns the value by which offers collapse, null for none. Zero's two signs are one number. */
  @Nullable Object fold() {
    Field fold = query.schema().foldField();
    Object value = fold == null ? null : value(fold);
    return value instanceof Double number ? (Object) (number + 0.0) : value;
  }
}
