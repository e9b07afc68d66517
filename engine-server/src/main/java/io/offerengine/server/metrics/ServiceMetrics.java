package io.offerengine.server.metrics;

import io.offerengine.SearchWork;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.EndedRequest;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Counts what a service does, and reads its state whenever the metrics are asked for.
 *
 * <p>Labels have few values, whatever clients send: a path without a route is {@code none}, and an
 * unusual method is {@code other}.
 *
 * <p><b>Cost.</b> Less than a microsecond per request; some milliseconds per reading of all
 * metrics.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class ServiceMetrics {
  private static final String PATH = "/metrics";
  private static final double NANOS = 1e-9;

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  /** From a tenth of a millisecond to ten seconds. */
  private static final double[] SECONDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter format = PrometheusTextFormatWriter.create();
  private final Counter requests =
      counter("requests", "Requests that have ended.", "route", "method", "status");
  private final Counter refusals =
      counter("refusals", "Requests that were refused, by cause.", "cause");
  private final Counter received =
      counter("received_bytes", "Bytes of the bodies of requests.", "route");
  private final Counter sent = counter("sent_bytes", "Bytes of the bodies of answers.", "route");
  private final Histogram phases =
      Histogram.builder()
          .name("offer_engine_request_phase_seconds")
          .help("Time of each phase of a request: wait, read, search and write.")
          .labelNames("route", "phase")
          .classicOnly()
          .classicUpperBounds(SECONDS)
          .register(registry);
  private final Counter examined =
      counter("rows_examined", "Rows that searches checked one by one.");
  private final Counter matched = counter("rows_matched", "Rows that matched a search.");
  private final Counter plans =
      counter("segment_plans", "Segments that were searched, by kind of plan.", "plan");
  private final Counter changes =
      counter("changed_offers", "Offers that ingests stored, updated or deleted.");

  /** Creates metrics of a process; they have no engine, server and database yet. */
  public ServiceMetrics() {
    JvmMetrics.builder().register(registry);
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name("offer_engine_" + name)
        .help(help)
        .labelNames(labels)
        .register(registry);
  }

  /** Reads how many lines of the access log were dropped. */
  public void readLostLines(LongSupplier lines) {
    CounterWithCallback.builder()
        .name("offer_engine_lost_access_lines")
        .help("Lines of the access log that were dropped, since the log was too slow.")
        .callback(callback -> callback.call((double) lines.getAsLong()))
        .register(registry);
  }

  /** Reads figures whenever the metrics are asked for. */
  public void read(MultiCollector figures) {
    registry.register(figures);
  }

  /** Returns the route for administrators. */
  public List<Route> routes() {
    return List.of(Route.of(Scope.ADMIN, "GET", PATH, this::scrape).evenWhenOverloaded());
  }

  /** Returns the route without a key, for a port that only operators reach. */
  public List<Route> openRoutes() {
    return List.of(Route.open("GET", PATH, this::scrape).evenWhenOverloaded());
  }

  /** Answers with all metrics in the text format of Prometheus. */
  private Answer scrape(ApiRequest request) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    format.write(text, registry.scrape());
    return Answer.of(200, format.getContentType(), text.toByteArray());
  }

  /** Counts a request that has ended. */
  public void ended(EndedRequest request) {
    String route = request.route() == null ? "none" : request.route();
    String method = METHODS.contains(request.method()) ? request.method() : "other";
    requests.labelValues(route, method, Integer.toString(request.status())).inc();
    if (request.refusal() != null) {
      refusals.labelValues(request.refusal()).inc();
    }
    received.labelValues(route).inc(request.bytesRead());
    sent.labelValues(route).inc(request.bytesWritten());
    phases.labelValues(route, "wait").observe(request.waitNanos() * NANOS);
    phases.labelValues(route, "read").observe(request.readNanos() * NANOS);
    phases.labelValues(route, "search").observe(request.answerNanos() * NANOS);
    phases.labelValues(route, "write").observe(request.writeNanos() * NANOS);
  }

  /** Counts the work of a search. */
  public void searched(SearchWork work) {
    examined.inc(work.rowsExamined());
    matched.inc(work.rowsMatched());
    work.plans().forEach((plan, count) -> plans.labelValues(plan).inc(count));
  }

  /** Counts offers that an ingest stored, updated or deleted. */
  public void changed(long offers) {
    changes.inc(offers);
  }
}
