package io.offerengine;

import io.offerengine.schema.ChangedOffer;
import java.util.List;

/**
 * A write-ahead log of an engine: it receives every batch before readers can see the batch.
 *
 * <p>The engine resolves a batch before it calls the journal. The journal receives each offer that
 * the batch changes, as it was before and as it is afterwards. Whoever stores the offers after each
 * batch, and removes those that have none, has the offers of the engine. {@link OfferEngine#load}
 * does not call the journal, because applications restore offers with this method.
 *
 * <p>If the journal throws, the batch is not applied.
 *
 * <p><b>Cost.</b> For each changed offer, the engine reads back the offer before the batch.
 *
 * <p><b>Threads.</b> One writer calls the journal at a time. Other writers wait until the call
 * returns; searches continue.
 */
@FunctionalInterface
public interface Journal {
  /** Records nothing. */
  Journal NONE = changes -> {};

  /**
   * Records a batch. When this method returns, the engine applies the batch.
   *
   * @param changes the changed offers, at most one for each identifier; never empty
   * @throws RuntimeException to reject the batch: {@link OfferEngine#apply} applies nothing and
   *     throws the same exception
   */
  void record(List<ChangedOffer> changes);
}
