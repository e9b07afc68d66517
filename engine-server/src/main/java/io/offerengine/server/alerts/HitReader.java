package io.offerengine.server.alerts;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.OfferValues;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Offer;
import io.offerengine.server.alerts.AlertRule.Hit;
import org.jspecify.annotations.Nullable;

/** Reads from an offer what an alert says of it. */
final class HitReader {
  private HitReader() {}

  /**
   * Returns what an alert says of an offer.
   *
   * @param query the search that the offer matches; its storage decides the price
   * @param now the time, in seconds since 1970
   */
  static Hit of(Offer offer, Query query, double now) {
    OfferValues values = new OfferValues(offer, now);
    boolean hasPrice = values.has(MarketplaceSchema.DPH_TOTAL, query.arguments());
    return new Hit(
        offer.id(),
        integer(offer, MarketplaceSchema.MACHINE_ID),
        integer(offer, MarketplaceSchema.NUM_GPUS),
        hasPrice
            ? NumericKey.toDouble(values.key(MarketplaceSchema.DPH_TOTAL, query.arguments()))
            : null);
  }

  private static @Nullable Long integer(Offer offer, Field field) {
    return offer.has(field) ? offer.integer(field) : null;
  }
}
