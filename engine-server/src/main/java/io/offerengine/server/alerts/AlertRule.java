package io.offerengine.server.alerts;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.OfferValues;
import io.offerengine.query.Query;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a batch of changes tells the owner of a search: one alert for all offers that it
 * made match, or none.
 *
 * <ul>
 *   <li>An offer is left out if an alert of the same search named the same machine and number of
 *       GPUs within the cool-down, at no higher price.
 *   <li>The alert names the cheapest offer that is left, and counts the others. Equal prices rank
 *       by ascending identifier, absent ones last.
 *   <li>If the search has as many alerts within an hour as allowed, there is none. The last one
 *       that was allowed says how long.
 *   <li>If the search has an alert of this batch or a later one, the batch was decided before.
 * </ul>
 *
 * <p>Offers that match are folded into the rule one by one, so that its memory depends on the
 * earlier alerts alone.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * <p>Source: decision 90.
 */
final class AlertRule {
  private final WatchedSearch search;
  private final long version;
  private final long time;
  private final LastHour lastHour;
  private final AlertLimits limits;

  /** The least price that the alerts within the cool-down told of each machine. */
  private final Map<Machine, Double> told = new HashMap<>();

  private @Nullable Hit cheapest;
  private long more;

  /** A machine with a number of its GPUs. */
  private record Machine(long machine, @Nullable Long gpus) {}

  /** An offer that newly matches. */
  record Hit(long offer, @Nullable Long machine, @Nullable Long gpus, @Nullable Double price) {
    private static final Comparator<Hit> CHEAPEST_FIRST =
        Comparator.comparing(Hit::price, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparingLong(Hit::offer);

    /**
     * Returns what an alert says of an offer.
     *
     * @param query the search that the offer matches; its storage decides the price
     * @param now the time
     */
    static Hit of(Offer offer, Query query, Instant now) {
      OfferValues values = new OfferValues(offer, TimeKey.seconds(now));
      boolean hasPrice = values.has(MarketplaceSchema.DPH_TOTAL, query.arguments());
      return new Hit(
          offer.id(),
          (Long) offer.value(MarketplaceSchema.MACHINE_ID),
          (Long) offer.value(MarketplaceSchema.NUM_GPUS),
          hasPrice
              ? NumericKey.toDouble(values.key(MarketplaceSchema.DPH_TOTAL, query.arguments()))
              : null);
    }
  }

  /**
   * Begins to decide.
   *
   * @param sent the earlier alerts of the search since {@link #firstThatMatters}, the oldest first
   * @param version the number of the batch
   * @param time the time of the batch, in seconds since 1970
   */
  AlertRule(WatchedSearch search, List<Alert> sent, long version, long time, AlertLimits limits) {
    this.search = search;
    this.version = version;
    this.time = time;
    this.limits = limits;
    LastHour hour = LastHour.QUIET;
    for (Alert each : sent) {
      if (each.time() > time - LastHour.SECONDS) {
        hour = hour.and(each.time(), each.version());
      }
      if (each.time() > time - search.shown().coolDown()
          && each.machine() != null
          && each.price() != null) {
        told.merge(new Machine(each.machine(), each.gpus()), each.price(), Math::min);
      }
    }
    this.lastHour = hour;
  }

  /** Returns the time from which earlier alerts matter, in seconds since 1970. */
  static long firstThatMatters(WatchedSearch search, long time) {
    return time - Math.max(LastHour.SECONDS, search.shown().coolDown());
  }

  /** Returns the search. */
  WatchedSearch search() {
    return search;
  }

  /** Returns how many machines the rule remembers. */
  int machines() {
    return told.size();
  }

  /** Takes an offer that the batch made match. */
  void add(Hit hit) {
    if (isTold(hit)) {
      return;
    }
    more += cheapest == null ? 0 : 1;
    if (cheapest == null || Hit.CHEAPEST_FIRST.compare(hit, cheapest) < 0) {
      cheapest = hit;
    }
  }

  private boolean isTold(Hit hit) {
    if (hit.machine() == null) {
      return false;
    }
    Double price = told.get(new Machine(hit.machine(), hit.gpus()));
    return price != null && (hit.price() == null || price <= hit.price());
  }

  /** Returns the alert of the offers that were added; null for none. */
  @Nullable Alert alert() {
    Hit named = cheapest;
    if (named == null || !lastHour.allows(version, limits)) {
      return null;
    }
    return new Alert(
        search.id(),
        named.offer(),
        named.machine(),
        named.gpus(),
        named.price(),
        more,
        version,
        time,
        lastHour.quietUntil(time, limits));
  }
}
