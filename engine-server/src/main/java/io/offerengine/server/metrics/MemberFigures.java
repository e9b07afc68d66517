package io.offerengine.server.metrics;

import io.offerengine.log.LogStatus;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.Supplier;

/**
 * The figures of an engine that follows a log or a topic.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class MemberFigures implements MultiCollector {
  private static final double NANOS = 1e-9;

  private final Supplier<LogStatus> status;

  MemberFigures(Supplier<LogStatus> status) {
    this.status = status;
  }

  @Override
  public MetricSnapshots collect() {
    LogStatus now = status.get();
    return new Figures()
        .gauge("log_position", "The last batch of the log that searches see.", now.version())
        .gauge("log_lag_batches", "Known batches of the log that searches do not see.", now.lag())
        .gauge(
            "log_age_seconds",
            "How long ago the offers surely were those of the log.",
            now.age().toNanos() * NANOS)
        .counter("log_batches", "Batches of others that were applied.", now.entries())
        .counter("log_reloads", "How often all offers were loaded.", now.reloads())
        .counter("log_restores", "How often the log was found restored.", now.restores())
        .counter("log_appends", "Batches that this member appended.", now.appended())
        .counter(
            "log_conflicts",
            "Batches that did not fit the stored offers, so that they were refused.",
            now.refused())
        .all();
  }
}
