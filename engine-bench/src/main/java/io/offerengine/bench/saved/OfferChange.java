package io.offerengine.bench.saved;

import io.offerengine.schema.Offer;
import org.jspecify.annotations.Nullable;

/**
 * A change of an offer.
 *
 * @param before null for a new offer
 * @param after the offer after the change
 */
record OfferChange(@Nullable Offer before, Offer after) {}
