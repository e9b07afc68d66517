package io.offerengine.server.alerts;

import io.offerengine.json.saved.Alert;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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
 * </ul>
 *
 * <p>Source: decision 91.
 */
final class AlertRule {
  private static final long HOUR = Duration.ofHours(1).toSeconds();

  private AlertRule() {}

  /** An offer that newly matches. */
  record Hit(long offer, @Nullable Long machine, @Nullable Long gpus, @Nullable Double price) {
    private static final Comparator<Hit> CHEAPEST_FIRST =
        Comparator.comparing(Hit::price, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparingLong(Hit::offer);
  }

  /**
   * An earlier alert of the same search.
   *
   * @param time the time of its batch, in seconds since 1970
   */
  record Sent(@Nullable Long machine, @Nullable Long gpus, @Nullable Double price, long time) {}

  /** Returns the time from which earlier alerts matter, in seconds since 1970. */
  static long firstThatMatters(WatchedSearch search, long time) {
    return time - Math.max(HOUR, search.shown().coolDown());
  }

  /**
   * Returns the alert of a batch; null for none.
   *
   * @param hits the offers that the batch made match, at least one
   * @param sent the earlier alerts that matter, the oldest first
   * @param version the number of the batch
   * @param time the time of the batch, in seconds since 1970
   */
  static @Nullable Alert alert(
      WatchedSearch search,
      List<Hit> hits,
      List<Sent> sent,
      long version,
      long time,
      AlertLimits limits) {
    List<Long> ofThisHour = sent.stream().map(Sent::time).filter(at -> at > time - HOUR).toList();
    if (ofThisHour.size() >= limits.alertsPerHour()) {
      return null;
    }
    long coolDown = search.shown().coolDown();
    List<Hit> left =
        hits.stream()
            .filter(hit ->
                sent.stream().noneMatch(each -> each.time() > time - coolDown && covers(each, hit)))
            .sorted(Hit.CHEAPEST_FIRST)
            .toList();
    if (left.isEmpty()) {
      return null;
    }
    boolean isLast = ofThisHour.size() + 1 == limits.alertsPerHour();
    long oldest = ofThisHour.isEmpty() ? time : ofThisHour.get(0);
    Hit named = left.get(0);
    return new Alert(
        search.id(),
        named.offer(),
        named.machine(),
        named.gpus(),
        named.price(),
        left.size() - 1L,
        version,
        time,
        isLast ? oldest + HOUR : null);
  }

  private static boolean covers(Sent sent, Hit hit) {
    return hit.machine() != null
        && hit.machine().equals(sent.machine())
        && Objects.equals(hit.gpus(), sent.gpus())
        && sent.price() != null
        && (hit.price() == null || sent.price() <= hit.price());
  }
}
