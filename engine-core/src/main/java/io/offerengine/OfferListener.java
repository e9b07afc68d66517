package io.offerengine;

import io.offerengine.schema.ChangedOffer;
import java.util.List;

/**
 * Receives every change of an engine, after searches can see it.
 *
 * <p>Calls come in the order of the writes, one at a time. If a listener throws, the exception is
 * logged by the logger {@code io.offerengine}, and the next call follows. If a listener is slow,
 * its calls wait in memory, and neither searches nor other writers wait; {@link
 * EngineStats#listenerLag} says how many calls are waiting.
 *
 * <pre>{@code
 * OfferListener feed =
 *     (version, changes) ->
 *         changes.forEach(change -> System.out.println(change.before() + " -> " + change.after()));
 * OfferEngine engine = OfferEngine.builder(schema).listener(feed).build();
 * }</pre>
 */
@FunctionalInterface
public interface OfferListener {
  /**
   * Receives a batch.
   *
   * @param version the first version that contains the batch
   * @param changes the offers that the batch changed, at most one for each identifier; empty only
   *     for a batch of {@link OfferEngine#applyAt} that changed none
   */
  void applied(long version, List<ChangedOffer> changes);

  /**
   * Receives a {@linkplain OfferEngine#load load}. Its offers are not listed, since there may be
   * millions; a snapshot has them.
   *
   * @param version the first version that contains the offers
   * @param offers how many offers were loaded
   */
  default void loaded(long version, long offers) {}

  /**
   * Learns that all offers were {@linkplain OfferEngine#replace replaced}. By default, this counts
   * as a load.
   *
   * @param version the version that has the new offers alone; it may be less than earlier versions
   * @param offers how many offers were given
   */
  default void replaced(long version, long offers) {
    loaded(version, offers);
  }
}
