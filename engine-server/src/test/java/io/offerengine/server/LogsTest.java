package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.http.RawConnection;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The logs of a service in its own process. */
class LogsTest {
  private static final String KEY = "a-key-that-no-log-may-show";
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final String BODY = "{\"gpu_name\":{\"eq\":\"a-body-that-no-log-may-show\"}}";

  @TempDir private Path directory;

  private Path log() {
    return directory.resolve("log");
  }

  private ServiceProcess start(String... options) throws IOException {
    return ServiceProcess.startLogging(log(), Map.of("OFFER_ENGINE_API_KEY", KEY), options);
  }

  private static HttpResponse<String> send(
      ServiceProcess service, String method, String target, String body, String... headers) {
    HttpRequest.Builder request = service.client(KEY).json(method, target, body);
    return service.client(KEY).send(headers.length > 0 ? request.headers(headers) : request);
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(log());
  }

  @Test
  void stop_besidePostgresql_warnsOfNothing() throws Exception {
    String database = PostgresqlServer.newDatabase();
    String secret = directory.resolve("secret").toString();
    try (ServiceProcess service = start("--database", database, "--secret-file", secret)) {
      assertThat(send(service, "PUT", "/admin/offers", "{\"id\":1}", "X-Request-Id", "a"))
          .returns(200, HttpResponse::statusCode);
      int before = lines().size();
      service.stop();
      assertThat(lines().subList(before, lines().size()))
          .noneMatch(line -> line.contains(" WARN ") || line.startsWith("\tat "));
    }
  }

  @Test
  void accessLog_asJson_hasEveryRequestWithItsIdentifiersAndPhases() throws Exception {
    try (ServiceProcess service = start("--log-format", "json", "--access-log", "true")) {
      String[] headers = {"X-Request-Id", "my-request.1", "traceparent", PARENT};
      HttpResponse<String> answer = send(service, "POST", "/api/v0/bundles/", BODY, headers);
      assertThat(answer.headers().firstValue("X-Request-Id")).hasValue("my-request.1");
      send(service, "GET", "/no/such/path-that-no-log-may-show", "");
      send(service, "POST", "/api/v0/bundles/?api_key=" + KEY, BODY);
      service.stop();
    }
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> lines = lines().stream().map(mapper::readTree).toList();
    JsonNode search = lines.get(0);
    Map<String, Object> expected =
        Map.of(
            "logger",
            "access",
            "level",
            "INFO",
            "request",
            "my-request.1",
            "traceparent",
            PARENT,
            "method",
            "POST",
            "route",
            "/api/v0/bundles",
            "status",
            200,
            "user",
            1,
            "key",
            0,
            "received",
            BODY.length());
    expected.forEach((name, value) ->
        assertThat(search.get(name)).as(name).isEqualTo(mapper.<JsonNode>valueToTree(value)));
    assertThat(search.get("time").stringValue()).matches("20\\d\\d-\\d\\d-\\d\\dT.*Z");
    assertThat(search.get("sent").longValue()).isPositive();
    for (String phase : List.of("wait_us", "read_us", "search_us", "write_us")) {
      assertThat(search.get(phase).longValue()).isNotNegative();
    }
    JsonNode unknown = lines.get(1);
    assertThat(unknown.get("route").stringValue()).isEqualTo("none");
    assertThat(unknown.get("refusal").stringValue()).isEqualTo("not_found");
    assertThat(unknown.get("request").stringValue()).matches("[0-9a-f]{16}");
    assertThat(unknown.has("traceparent")).isFalse();
    assertThat(Files.readString(log())).doesNotContain("no-log-may-show");
  }

  @Test
  void log_hasChangesAlone_andNamesWhatWasChanged() throws Exception {
    String template = "{\"name\":\"no-log-may-show\",\"image\":\"i\"}";
    String entry =
        "{\"reference\":\"no-log-may-show\",\"type\":\"payment\",\"amount\":1,\"timestamp\":5}";
    try (ServiceProcess service = start()) {
      send(service, "PUT", "/admin/offers", "{\"id\":1}");
      send(service, "DELETE", "/admin/offers/77?key=" + KEY, "");
      send(service, "POST", "/api/v0/bundles/", BODY);
      send(service, "GET", "/admin/stats", "");
      send(service, "POST", "/api/v0/auth/apikeys/", "{}");
      send(service, "DELETE", "/api/v0/auth/apikeys/1", "");
      send(service, "POST", "/api/v0/template/", template);
      send(service, "DELETE", "/api/v0/template/", "{\"template_id\":1}");
      send(service, "DELETE", "/api/v0/template/", "{\"template_id\":1}");
      send(service, "POST", "/admin/users/7/ledger", entry);
      send(service, "PUT", "/admin/offers?batch=1", "{\"id\":1}\n{\"id\":\"no-log-may-show\"}");
      assertThat(service.client(KEY).get("/admin/log-level").body()).contains("\"warn\"");
      HttpResponse<String> changed = send(service, "PUT", "/admin/log-level?level=debug", "");
      assertThat(changed.body()).isEqualTo("{\"success\":true,\"level\":\"debug\"}");
      send(service, "POST", "/api/v0/bundles/?api_key=" + KEY, BODY);
      send(service, "POST", "/api/v0/bundles/?x=" + KEY, BODY);
      assertThat(service.client(KEY).get("/admin/log-level").body()).contains("\"debug\"");
      service.stop();
    }
    assertThat(lines().stream().filter(line -> line.contains(" audit - "))).hasSize(10);
    assertThat(lines().subList(0, 10)).allMatch(line -> line.contains(" audit - "));
    assertThat(lines().get(0))
        .contains(" INFO audit - change ", "user=\"1\"", "method=\"PUT\"", "outcome=\"done\"")
        .contains("path=\"/admin/offers\"", "status=\"200\"");
    assertThat(lines().get(1)).contains("path=\"/admin/offers/77\"", "outcome=\"invalid_request\"");
    List<String> subjects =
        Pattern.compile("subject=\"(.*?)\" status=\"(\\d+)\"")
            .matcher(Files.readString(log()))
            .results()
            .map(found ->
                found.group(1).replaceAll("version \\d+", "version N") + " " + found.group(2))
            .toList();
    assertThat(subjects)
        .containsExactly(
            "1 offers, version N 200",
            "key 1 200",
            "key 1 200",
            "template 1 200",
            "template 1 200",
            "entry 1 200",
            "1 offers, version N 400",
            "level debug 200");
    assertThat(Files.readString(log())).doesNotContain("no-log-may-show");
  }

  @Test
  void malformedRequests_haveAnIdentifierAndDoNotFillTheLog() throws Exception {
    try (ServiceProcess service = start()) {
      for (String host : List.of("a b", "[::1", "host:port", "host:99999", "@@", "a/b", ":80")) {
        for (int i = 0; i < 10; i++) {
          try (RawConnection connection = service.client(KEY).connect()) {
            connection.send(
                "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
            assertThat(connection.readAll())
                .as(host)
                .startsWith("HTTP/1.1 400 ")
                .contains("X-Request-Id: ");
          }
        }
      }
      service.stop();
    }
    assertThat(lines()).isEmpty();
  }
}
