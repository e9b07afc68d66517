package io.offerengine.server.alerts;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The alerts of one search within the hour before a batch, or the alerts of one user that say that
 * batches were not compared.
 *
 * @param alerts how many they are
 * @param oldest the time of the oldest, in seconds since 1970; any number if there is none
 * @param version the greatest number of their batches; 0 if there is none
 */
record LastHour(int alerts, long oldest, long version) {
  /** An hour without alerts. */
  static final LastHour QUIET = new LastHour(0, 0, 0);

  /** The length of an hour. */
  static final long SECONDS = Duration.ofHours(1).toSeconds();

  /** Returns the hour with a later alert. */
  LastHour and(long time, long batch) {
    return new LastHour(alerts + 1, alerts == 0 ? time : oldest, Math.max(version, batch));
  }

  /**
   * Returns whether a batch may have an alert. It may not if the hour has as many as allowed, or if
   * the batch was decided before, and the service ended before it noted that.
   */
  boolean allows(long batch, AlertLimits limits) {
    return alerts < limits.alertsPerHour() && version < batch;
  }

  /**
   * Returns until when a further alert is the last one; null if it is not the last one.
   *
   * @param time the time of the further alert
   */
  @Nullable Long quietUntil(long time, AlertLimits limits) {
    if (alerts + 1 < limits.alertsPerHour()) {
      return null;
    }
    return (alerts == 0 ? time : oldest) + SECONDS;
  }
}
