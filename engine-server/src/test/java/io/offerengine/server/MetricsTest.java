package io.offerengine.server;

import static io.offerengine.server.http.TestClient.metric;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics of a service in its own process. */
class MetricsTest {
  private static final String KEY = "an-administrators-key";
  private static final String ANY_ADDRESS = "127.0.0.1:0";

  /** What else the first column of the manual's table of metrics names. */
  private static final Set<String> LABELS =
      Set.of("route", "method", "status", "phase", "cause", "plan", "structure", "pool", "state");

  private static final String SEARCH =
      "{\"num_gpus\":{\"gte\":1},\"order\":[[\"dph_total\",\"asc\"]],\"limit\":3}";

  private static final String OFFERS = "{\"id\":1,\"num_gpus\":2}\n{\"id\":2,\"num_gpus\":4}\n";

  @TempDir private static Path data;

  /** A service that has stored offers, and has answered and refused searches. */
  @AutoClose private static ServiceProcess service;

  private static String metrics;

  @BeforeAll
  static void ask() throws Exception {
    service = start(data);
    TestClient client = service.client(KEY);
    assertThat(client.send("PUT", "/admin/offers", OFFERS).statusCode()).isEqualTo(200);
    assertThat(client.post("/api/v0/bundles/", SEARCH).statusCode()).isEqualTo(200);
    assertThat(client.post("/api/v0/bundles/", "{").statusCode()).isEqualTo(400);
    assertThat(client.get("/no/such/path").statusCode()).isEqualTo(404);
    metrics = open(service).get("/metrics").body();
  }

  private static ServiceProcess start(Path data) throws IOException {
    return ServiceProcess.start(
        Map.of("OFFER_ENGINE_API_KEY", KEY), "--data " + data + " --admin-listen " + ANY_ADDRESS);
  }

  /** Returns a client of the address of metrics that need no key. */
  private static TestClient open(ServiceProcess service) {
    String printed =
        service.message().stream()
            .filter(line -> line.matches("Metrics: http://[0-9.:]+/metrics"))
            .findFirst()
            .orElseThrow();
    return new TestClient(() -> printed.replaceAll("^Metrics: |/metrics$", "")).as("");
  }

  private static double value(String name) {
    return metric(metrics, "offer_engine_" + name);
  }

  @Test
  void metrics_countWhatTheServiceDid() {
    String searches = "route=\"/api/v0/bundles\"";
    assertThat(value(requests(searches, "POST", 200))).isEqualTo(1);
    assertThat(value(requests(searches, "POST", 400))).isEqualTo(1);
    assertThat(value(requests("route=\"none\"", "GET", 404))).isEqualTo(1);
    assertThat(value("refusals_total{cause=\"invalid_request\"}")).isEqualTo(1);
    assertThat(value("refusals_total{cause=\"not_found\"}")).isEqualTo(1);
    assertThat(value("received_bytes_total{" + searches + "}")).isEqualTo(SEARCH.length() + 1);
    assertThat(value("sent_bytes_total{" + searches + "}")).isPositive();
    for (String phase : List.of("wait", "read", "search", "write")) {
      String labels = "{phase=\"" + phase + "\"," + searches + "}";
      assertThat(value("request_phase_seconds_count" + labels)).isEqualTo(2);
    }
    assertThat(value("rows_examined_total")).isNotNegative();
    assertThat(value("rows_matched_total")).isEqualTo(2);
    assertThat(metrics).containsPattern("offer_engine_segment_plans_total\\{plan=\"[a-z ]+\"} 1");
    assertThat(value("changed_offers_total")).isEqualTo(2);
  }

  private static String requests(String route, String method, int status) {
    return "requests_total{method=\"%s\",%s,status=\"%d\"}".formatted(method, route, status);
  }

  @Test
  void metrics_showTheStateOfTheService() {
    assertThat(value("offers")).isEqualTo(2);
    assertThat(value("version")).isPositive();
    assertThat(value("tail_rows")).isEqualTo(2);
    assertThat(value("seals_total")).isNotNegative();
    assertThat(value("merges_total")).isZero();
    assertThat(value("structure_bytes{structure=\"column\"}")).isPositive();
    assertThat(value("ready")).isEqualTo(1);
    assertThat(value("slots")).isEqualTo(64);
    assertThat(value("slots_taken")).isZero();
    assertThat(value("in_flight_limit_bytes")).isPositive();
    assertThat(value("connections")).isPositive();
    assertThat(value("database_works")).isEqualTo(1);
    assertThat(value("database_connections{pool=\"write\",state=\"limit\"}")).isEqualTo(1);
    assertThat(metrics).contains("jvm_memory_used_bytes{area=\"heap\"}");
    assertThat(metrics).contains("jvm_buffer_pool_used_bytes{pool=\"direct\"}");
    assertThat(metrics).doesNotContain(KEY);
  }

  @Test
  void metrics_onTheServicesPort_areForAdministrators() throws Exception {
    assertThat(service.client("").get("/metrics").statusCode()).isEqualTo(401);
    HttpResponse<String> response = service.client(KEY).get("/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
  }

  @Test
  void theSecondAddress_answersHealthAndNothingElse(@TempDir Path other) throws Exception {
    try (ServiceProcess failing = start(other)) {
      TestClient open = open(failing);
      assertThat(open.status("GET", "/healthz")).isEqualTo(200);
      assertThat(open.status("GET", "/readyz")).isEqualTo(200);
      assertThat(open.status("GET", "/api/v0/gpu_names/unique")).isEqualTo(404);
      assertThat(open.status("GET", "/admin/stats")).isEqualTo(404);
      Files.delete(other.resolve("offer-engine.db"));
      failing.client(KEY).send("PUT", "/admin/offers", OFFERS);
      for (String metric : List.of("offer_engine_ready 0.0", "offer_engine_database_works 0.0")) {
        Waiting.until(() -> open.get("/metrics").body().contains("\n" + metric + "\n"));
      }
      assertThat(open.status("GET", "/readyz")).isEqualTo(503);
    }
  }

  /** The manual's table of metrics names those that exist, and all of them. */
  @Test
  void manual_namesTheMetricsOfTheService() throws Exception {
    String manual = Files.readString(Path.of("../docs/operating.md"));
    int table = manual.indexOf("| metric (with the prefix `offer_engine_`)");
    String rows = manual.substring(table, manual.indexOf("\n\n", table));
    Set<String> named =
        Pattern.compile("(?m)^\\| (`[^|]*`)")
            .matcher(rows)
            .results()
            .flatMap(row -> Pattern.compile("`([a-z_]{3,})`").matcher(row.group(1)).results())
            .map(name -> name.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    named.removeAll(LABELS);
    Set<String> shown =
        Pattern.compile("(?m)^# TYPE offer_engine_(\\w+)")
            .matcher(metrics)
            .results()
            .map(type -> type.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).isEqualTo(shown);
  }

  /** The dashboard and the alerts ask for metrics that exist. */
  @ParameterizedTest
  @ValueSource(strings = {"grafana/dashboard.json", "prometheus/alerts.yaml"})
  void examples_nameMetricsOfTheService(String example) throws Exception {
    String text = Files.readString(Path.of("../examples", example));
    List<String> names =
        Pattern.compile("\\b(offer_engine|jvm)_[a-z_]+")
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .distinct()
            .toList();
    assertThat(names).hasSizeGreaterThan(3);
    assertThat(names)
        .allSatisfy(name -> assertThat(metrics).containsPattern("(?m)^" + name + "[ {]"));
  }

  @Test
  void promtool_findsNoFaultInMetricsAndAlerts() throws Exception {
    CommandRun.assumeInstalled("promtool");
    Path file = Files.writeString(data.resolve("metrics.txt"), metrics);
    String check = "promtool check metrics < '" + file + "'";
    assertThat(CommandRun.ofProgram("sh", "-c", check).succeeded().out().lines())
        .noneMatch(line -> line.startsWith("offer_engine_"));
    String alerts = "../examples/prometheus/alerts.yaml";
    assertThat(CommandRun.ofProgram("promtool", "check", "rules", alerts).succeeded().out())
        .contains("5 rules found");
  }

  @Test
  void serve_onAnAddressThatIsTaken_saysWhichOption() throws Exception {
    String taken = open(service).address().getAuthority();
    CommandRun.line("serve --port 0 --admin-listen " + taken)
        .failed(5, "can't listen on " + taken, "--admin-listen");
  }
}
