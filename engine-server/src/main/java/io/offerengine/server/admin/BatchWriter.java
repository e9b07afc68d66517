package io.offerengine.server.admin;

import io.offerengine.schema.OfferBatch;

/**
 * Changes the offers of a service, as a whole batch or not at all.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
@FunctionalInterface
public interface BatchWriter {
  /**
   * Applies a batch. When this returns, the batch is as durable as the service can make it, and
   * searches of this service see it.
   *
   * @return the version of the offers with the batch
   * @throws io.offerengine.query.EngineException if the batch does not fit the offers, or can't be
   *     stored; nothing was applied, unless the text of an error of code UNAVAILABLE says that the
   *     batch may have been stored
   */
  long apply(OfferBatch batch);
}
