package io.offerengine.server.metrics;

import io.offerengine.EngineStats;
import io.offerengine.SearchableOffers;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of an engine's latest version.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class EngineFigures implements MultiCollector {
  private final SearchableOffers engine;

  EngineFigures(SearchableOffers engine) {
    this.engine = engine;
  }

  @Override
  public MetricSnapshots collect() {
    EngineStats stats = engine.stats();
    Map<Labels, Double> bytes = new LinkedHashMap<>();
    for (EngineStats.StructureBytes each : stats.structures()) {
      Labels kind = Labels.of("structure", each.structure());
      bytes.merge(kind, (double) each.bytes(), Double::sum);
    }
    return new Figures()
        .gauge("offers", "Offers that searches see.", stats.offers())
        .gauge("version", "Version of the offers; each batch adds one.", stats.version())
        .gauge("segments", "Sealed segments.", stats.segments())
        .gauge("tail_rows", "Rows that are not sealed yet.", stats.tailRows())
        .gauge("dead_rows", "Replaced or deleted rows that take memory.", stats.deadRows())
        .counter("seals", "Seals of tails, loads and large batches.", stats.seals())
        .counter("merges", "Merges of sealed segments.", stats.merges())
        .gauge("listener_lag", "Batches that the slowest listener lacks.", stats.listenerLag())
        .gauge("structure_bytes", "Memory of the engine by kind of structure.", bytes)
        .all();
  }
}
