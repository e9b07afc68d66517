package io.offerengine;

import io.offerengine.schema.ChangedOffer;
import java.util.List;

/**
 * Records several batches together, before readers can see any of them: the log of a durable engine
 * ({@link OfferEngine#applyEach}).
 *
 * <p><b>Threads.</b> One writer calls the journal at a time. Other writers wait until the call
 * returns; searches continue.
 */
@FunctionalInterface
public interface BatchJournal {
  /**
   * Records batches. When this method returns, the engine publishes all of them.
   *
   * @param version the version that the batches were decided against. The first batch will be the
   *     version after it, and each further batch the next one.
   * @param batches for each batch that changes offers, each changed offer before and after the
   *     batch, at most one change for each identifier; never empty
   * @throws RuntimeException to reject all batches: the engine publishes none of them, and {@link
   *     OfferEngine#applyEach} throws the same exception. A journal that finds that the version is
   *     stale, since the log has later batches than the engine, does this: the engine forgets what
   *     it decided, and the caller applies the later batches and tries again.
   */
  void record(long version, List<List<ChangedOffer>> batches);
}
