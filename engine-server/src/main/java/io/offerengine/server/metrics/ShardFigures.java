package io.offerengine.server.metrics;

import io.offerengine.server.router.ReplicaTable;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a router knows of its shards.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class ShardFigures implements MultiCollector {
  private final ReplicaTable table;

  ShardFigures(ReplicaTable table) {
    this.table = table;
  }

  @Override
  public MetricSnapshots collect() {
    Map<Labels, Double> coverage = new LinkedHashMap<>();
    List<Integer> replicas = table.coverage();
    for (int shard = 0; shard < replicas.size(); shard++) {
      coverage.put(Labels.of("shard", Integer.toString(shard + 1)), (double) replicas.get(shard));
    }
    return new Figures()
        .gauge("shard_replicas", "Replicas that have the version of new searches.", coverage)
        .gauge("version", "Version of new searches; -1 if a shard can't answer.", table.position())
        .all();
  }
}
