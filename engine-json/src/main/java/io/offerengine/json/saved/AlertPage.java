package io.offerengine.json.saved;

import java.util.List;

/**
 * Some alerts of a user, the oldest first.
 *
 * @param alerts the alerts
 * @param missed how many older alerts after the cursor of the request were dropped, since the log
 *     was full
 * @param cursor what the next request sends to get later alerts
 */
public record AlertPage(List<Alert> alerts, long missed, String cursor) {
  /** Copies the alerts. */
  public AlertPage {
    alerts = List.copyOf(alerts);
  }
}
