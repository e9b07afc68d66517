package io.offerengine.server.http.limit;

import java.time.Duration;

/**
 * A rate limit: a number of events at once, then one event per interval.
 *
 * @param burst the events that may come at once after a pause, at least 1
 * @param interval the time between two later events, more than 0; {@code burst} times the interval
 *     is at most a day
 */
public record RateLimit(int burst, Duration interval) {
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public RateLimit {
    if (burst < 1) {
      throw new IllegalArgumentException("a burst is at least 1, but got " + burst);
    }
    if (interval.isZero() || interval.isNegative()) {
      throw new IllegalArgumentException("an interval is more than 0, but got " + interval);
    }
    if (interval.compareTo(LONGEST.dividedBy(burst)) > 0) {
      throw new IllegalArgumentException(
          "a burst must come back within a day, but got " + burst + " times " + interval);
    }
  }

  /**
   * Returns a limit for a rate.
   *
   * @param rate events per second, more than 0 and at most 10^9; may be fractional
   * @param burst the events that may come at once after a pause, at least 1
   * @throws IllegalArgumentException if a value is out of its range
   */
  public static RateLimit perSecond(double rate, int burst) {
    if (!(rate > 0 && rate <= NANOS_PER_SECOND)) {
      throw new IllegalArgumentException(
          "a rate is more than 0 and at most 1000000000 per second, but got " + rate);
    }
    return new RateLimit(burst, Duration.ofNanos(Math.round(NANOS_PER_SECOND / rate)));
  }
}
