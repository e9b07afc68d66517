package io.offerengine.server.metrics;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.ServerMemory;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.PoolUse;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of the HTTP server and of its database.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class ServerFigures implements MultiCollector {
  private final ApiServer server;
  private final Readiness readiness;
  private final Database database;

  ServerFigures(ApiServer server, Readiness readiness, Database database) {
    this.server = server;
    this.readiness = readiness;
    this.database = database;
  }

  @Override
  public MetricSnapshots collect() {
    ServerMemory memory = server.memory();
    boolean isReady = server.isReady() && readiness.problems().isEmpty();
    Figures figures =
        new Figures()
            .gauge("ready", "1 if /readyz answers 200, otherwise 0.", isReady ? 1 : 0)
            .gauge("slots", "Slots of requests that run at once.", server.slots())
            .gauge("slots_taken", "Slots that are taken.", server.slotsTaken())
            .gauge("in_flight_bytes", "Bodies and answers in memory.", memory.inFlight())
            .gauge("in_flight_limit_bytes", "Limit of these bytes.", memory.inFlightLimit())
            .gauge("pooled_direct_bytes", "HTTP buffers beside the heap.", memory.pooledDirect())
            .gauge("pooled_heap_bytes", "HTTP buffers on the heap.", memory.pooledHeap())
            .gauge("connections", "Open connections of clients.", memory.connections())
            .counter(
                "refused_connections",
                "Connections that were closed, since they were beyond a limit.",
                memory.refusedConnections());
    figures.gauge("database_connections", "Connections to the database.", connections(database));
    figures.gauge(
        "database_works",
        "1 if the database stores what it is given, as far as is known, otherwise 0.",
        database.problem() == null ? 1 : 0);
    return figures.all();
  }

  private static Map<Labels, Double> connections(Database database) {
    Map<Labels, Double> connections = new LinkedHashMap<>();
    for (PoolUse pool : database.pools()) {
      connections.put(Labels.of("pool", pool.name(), "state", "active"), (double) pool.active());
      connections.put(Labels.of("pool", pool.name(), "state", "idle"), (double) pool.idle());
      connections.put(Labels.of("pool", pool.name(), "state", "awaited"), (double) pool.awaited());
      connections.put(Labels.of("pool", pool.name(), "state", "limit"), (double) pool.limit());
    }
    return connections;
  }
}
