package io.offerengine.server.metrics;

import io.offerengine.server.alerts.AlertFinder;
import io.offerengine.server.alerts.AlertStatus;
import io.offerengine.server.store.StoreException;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * The figures of saved searches and alerts; none while the database fails.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class AlertFigures implements MultiCollector {
  private final AlertFinder finder;

  AlertFigures(AlertFinder finder) {
    this.finder = finder;
  }

  @Override
  public MetricSnapshots collect() {
    try {
      AlertStatus status = finder.status();
      return new Figures()
          .gauge("saved_searches", "Saved searches of all users.", status.searches())
          .gauge("alert_polls", "Requests that wait for alerts.", status.waiting())
          .counter("alerts", "Alerts that were stored.", status.stored())
          .counter(
              "alert_skipped_batches",
              "Batches that could not be compared with saved searches.",
              status.skipped())
          .gauge(
              "alerts_here",
              "1 if this service works alerts out, 0 if another one on its database does.",
              finder.isHere() ? 1 : 0)
          .gauge(
              "alert_lag_batches",
              "Batches that were not compared with saved searches yet.",
              status.batchesBehind())
          .gauge(
              "alert_lag_seconds",
              "About how long ago the last batch was written that was compared.",
              status.secondsBehind())
          .all();
    } catch (StoreException e) {
      return new Figures().all();
    }
  }
}
