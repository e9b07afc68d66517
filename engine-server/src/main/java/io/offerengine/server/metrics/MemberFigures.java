package io.offerengine.server.metrics;

import io.offerengine.cluster.FollowerStatus;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The figures of a member of a cluster.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class MemberFigures implements MultiCollector {
  private static final double NANOS = 1e-9;

  private final Supplier<FollowerStatus> status;
  private final LongSupplier appends;
  private final LongSupplier conflicts;

  MemberFigures(Supplier<FollowerStatus> status, LongSupplier appends, LongSupplier conflicts) {
    this.status = status;
    this.appends = appends;
    this.conflicts = conflicts;
  }

  @Override
  public MetricSnapshots collect() {
    FollowerStatus now = status.get();
    long position = now.position() == null ? 0 : now.position().seq();
    return new Figures()
        .gauge("log_position", "The last batch of the log that searches see.", position)
        .gauge("log_lag_batches", "Known batches of the log that searches do not see.", now.lag())
        .gauge(
            "log_age_seconds",
            "How long ago the offers surely were those of the log.",
            now.age().toNanos() * NANOS)
        .counter("log_batches", "Batches that were applied.", now.batches())
        .counter("log_reloads", "How often all offers were loaded.", now.reloads())
        .counter("log_restores", "How often the log was found restored.", now.restores())
        .counter("log_appends", "Batches that this member appended.", appends.getAsLong())
        .counter(
            "log_conflicts",
            "Batches that did not fit the stored offers, so that they were refused.",
            conflicts.getAsLong())
        .all();
  }
}
