package io.offerengine.server.metrics;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.offerengine.EngineStats;
import io.offerengine.SearchableOffers;
import io.offerengine.log.LogStatus;
import io.offerengine.server.alerts.AlertFinder;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.ServerMemory;
import io.offerengine.server.store.Database;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a running service whose values are read when they are asked for.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class Figures {
  private static final double NANOS = 1e-9;

  private final List<MetricSnapshot> metrics = new ArrayList<>();

  private Figures() {}

  /** Returns the figures of an engine's latest version. */
  public static MetricSnapshots of(SearchableOffers engine) {
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

  /** Returns the figures of saved searches and alerts. */
  public static MetricSnapshots of(AlertFinder finder) {
    AlertFinder.Status status = finder.status();
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
  }

  /** Returns the figures of an engine that follows a log or a topic. */
  public static MetricSnapshots of(LogStatus now) {
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

  /** Returns the figures of the HTTP server and of its database. */
  public static MetricSnapshots of(ApiServer server, Readiness readiness, Database database) {
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
    for (HikariDataSource pool : database.pools()) {
      String name = pool.getPoolName();
      // A pool has no figures before somebody has asked it for a connection.
      HikariPoolMXBean use = pool.getHikariPoolMXBean();
      double active = use == null ? 0 : use.getActiveConnections();
      double idle = use == null ? 0 : use.getIdleConnections();
      double awaited = use == null ? 0 : use.getThreadsAwaitingConnection();
      connections.put(Labels.of("pool", name, "state", "active"), active);
      connections.put(Labels.of("pool", name, "state", "idle"), idle);
      connections.put(Labels.of("pool", name, "state", "awaited"), awaited);
      connections.put(
          Labels.of("pool", name, "state", "limit"), (double) pool.getMaximumPoolSize());
    }
    return connections;
  }

  /** Adds a value that rises and falls. */
  private Figures gauge(String name, String help, Number value) {
    return gauge(name, help, Map.of(Labels.EMPTY, value.doubleValue()));
  }

  /** Adds values that rise and fall, by label. */
  private Figures gauge(String name, String help, Map<Labels, Double> values) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name("offer_engine_" + name).help(help);
    values.forEach((labels, value) ->
        gauge.dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
    metrics.add(gauge.build());
    return this;
  }

  /** Adds a value that only rises while the process runs. */
  private Figures counter(String name, String help, Number value) {
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
  private MetricSnapshots all() {
    return new MetricSnapshots(metrics);
  }
}
