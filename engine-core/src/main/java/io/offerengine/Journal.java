package io.offerengine;

import io.offerengine.schema.OfferBatch;

/**
 * A write-ahead log of an engine: it receives every batch before readers can see the batch.
 *
 * <p>The engine resolves a batch before it calls the journal. The journal receives one upsert with
 * the whole offer for each offer that the batch stores or changes, and one deletion for each offer
 * that existed and is removed. If the recorded batches are applied to an empty engine in the same
 * order, that engine has the same offers. {@link OfferEngine#load} does not call the journal,
 * because applications restore offers with this method.
 *
 * <p>If the journal throws, the batch is not applied.
 *
 * <p><b>Threads.</b> One writer calls the journal at a time. Other writers wait until the call
 * returns; searches continue.
 *
 * <p>Source: decision 24 (durable offers).
 */
@FunctionalInterface
public interface Journal {
  /** Records nothing. */
  Journal NONE = batch -> {};

  /**
   * Records a batch. When this method returns, the engine applies the batch.
   *
   * @param batch upserts and deletions, at most one for each identifier; never empty
   * @throws RuntimeException to reject the batch: {@link OfferEngine#apply} applies nothing and
   *     throws the same exception
   */
  void record(OfferBatch batch);
}
