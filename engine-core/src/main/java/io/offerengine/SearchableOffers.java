package io.offerengine;

import io.offerengine.schema.Schema;

/**
 * Offers that can be searched, wherever their changes come from: an {@link OfferEngine}, or an
 * engine that follows a log.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public interface SearchableOffers {
  /** Returns the schema. */
  Schema schema();

  /** Returns a snapshot of the latest version. */
  Snapshot snapshot();

  /** Returns figures of the latest version. The cost is O(segments x fields). */
  EngineStats stats();
}
