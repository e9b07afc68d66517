package io.offerengine;

import io.offerengine.schema.OfferBatch;

/**
 * Is told what a batch comes to before any of it shows, so that it can be kept elsewhere first.
 *
 * <p>What it recorded and then loads into an empty engine, in the same order, gives the same
 * offers: a batch reaches it worked out, with a whole offer for each that the batch stored or
 * changed, and a deletion for each that existed and is gone. {@link OfferEngine#load} does not
 * reach it, since it is the way back.
 *
 * <p><b>Threads.</b> Called by one writer at a time, which holds other writers up until it returns;
 * searches go on.
 *
 * <p>Source: decision 24 (durable offers).
 */
@FunctionalInterface
public interface Journal {
  /** Keeps nothing. */
  Journal NONE = batch -> {};

  /**
   * Records what a batch comes to; when this returns, the batch will take effect.
   *
   * @param batch upserts and deletions alone, of each identifier one at most; not empty
   * @throws RuntimeException to refuse the batch: nothing of it takes effect, and {@link
   *     OfferEngine#apply} throws the same
   */
  void record(OfferBatch batch);
}
