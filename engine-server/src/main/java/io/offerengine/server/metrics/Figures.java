package io.offerengine.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Metrics whose values are read when they are asked for.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Figures {
  private final List<MetricSnapshot> metrics = new ArrayList<>();

  /** Adds a value that rises and falls. */
  Figures gauge(String name, String help, Number value) {
    return gauge(name, help, Map.of(Labels.EMPTY, value.doubleValue()));
  }

  /** Adds values that rise and fall, by label. */
  Figures gauge(String name, String help, Map<Labels, Double> values) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name("offer_engine_" + name).help(help);
    values.forEach((labels, value) ->
        gauge.dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
    metrics.add(gauge.build());
    return this;
  }

  /** Adds a value that only rises while the process runs. */
  Figures counter(String name, String help, Number value) {
    metrics.add(
        CounterSnapshot.builder()
            .name("offer_engine_" + name)
            .help(help)
            .dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder()
                    .value(value.doubleValue())
                    .build())
            .build());
    return this;
  }

  /** Returns what was added. */
  MetricSnapshots all() {
    return new MetricSnapshots(metrics);
  }
}
