package io.offerengine.server.alerts;

/**
 * The limits of saved searches and alerts.
 *
 * @param searchesPerUser how many searches a user may save
 * @param share which part of all offers a saved search may match, from 0 to 1
 * @param leastOffers how many offers a saved search may match in any case
 * @param alertsPerUser how many alerts of a user are stored; the oldest are dropped
 * @param alertsPerHour how many alerts a search may have within an hour
 */
public record AlertLimits(
    int searchesPerUser, double share, int leastOffers, int alertsPerUser, int alertsPerHour) {
  /** 100 searches, a fifth of all offers or 1,000, 1,000 alerts, 30 an hour. */
  public static final AlertLimits DEFAULTS = new AlertLimits(100, 0.2, 1_000, 1_000, 30);

  /** Returns the same limits with others of searches. */
  public AlertLimits ofSearches(int perUser, double shareOfOffers) {
    return new AlertLimits(perUser, shareOfOffers, leastOffers, alertsPerUser, alertsPerHour);
  }

  /** Returns how many of some offers a saved search may match. */
  public long mostMatches(long offers) {
    return Math.max(leastOffers, (long) (share * offers));
  }
}
