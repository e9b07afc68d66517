package io.offerengine.log;

import io.offerengine.schema.Offer;
import org.jspecify.annotations.Nullable;

/**
 * What an entry of the log did to one offer.
 *
 * @param id the identifier of the offer
 * @param before the stored values before the entry; null if the entry inserted the offer, and if it
 *     deleted it: the log does not keep deleted offers
 * @param after the stored values after the entry; null if it deleted the offer
 */
public record LoggedChange(long id, @Nullable Offer before, @Nullable Offer after) {}
