package io.offerengine;

import io.offerengine.schema.ChangedOffer;
import java.util.List;

/**
 * A write-ahead log of an engine: it receives every batch before readers can see the batch.
 *
 * <p>The engine decides batches before it calls the journal. The journal receives each offer that a
 * batch changes, as it was before and as it is afterwards. Whoever stores the offers after each
 * batch, and removes those that have none, has the offers of the engine. {@link OfferEngine#load}
 * does not call the journal, because applications restore offers with this method.
 *
 * <p>If the journal throws, no batch is applied.
 *
 * <p><b>Cost.</b> For each changed offer, the engine reads back the offer before the batch.
 *
 * <p><b>Threads.</b> One writer calls the journal at a time. Other writers wait until the call
 * returns; searches continue.
 */
@FunctionalInterface
public interface Journal {
  /** Records nothing. */
  Journal NONE = (version, batches) -> {};

  /**
   * Records batches: one of {@link OfferEngine#apply}, or those of {@link OfferEngine#applyEach}.
   * When this method returns, the engine publishes all of them.
   *
   * @param version the version that the batches were decided against. The first batch will be the
   *     version after it, and each further batch the next one.
   * @param batches for each batch that changes offers, each changed offer before and after the
   *     batch, at most one change for each identifier; never empty
   * @throws RuntimeException to reject all batches: the engine publishes none of them and throws
   *     the same exception. A journal that finds that the version is stale, since its log has later
   *     batches than the engine, does this: the engine forgets what it decided, and the caller
   *     applies the later batches and tries again.
   */
  void record(long version, List<List<ChangedOffer>> batches);
}
