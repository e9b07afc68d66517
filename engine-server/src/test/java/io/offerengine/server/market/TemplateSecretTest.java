package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.KEY;
import static io.offerengine.server.market.TestService.ALICE;
import static io.offerengine.server.market.TestService.TEMPLATES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.ServiceProcess;
import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.server.templates.SecretTraces;
import io.offerengine.server.templates.TemplateRegistry;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A password leaves no trace: not in answers, not in the log at its most detailed level, and not in
 * the files of the database.
 */
class TemplateSecretTest {
  private static final String SECRET = "Zq7=hunter2-Tr0mbone+Quokka/91";
  private static final SecretTraces TRACES = new SecretTraces(SECRET);

  @TempDir private Path directory;
  @TempDir private Path logs;
  private final List<String> answers = new ArrayList<>();
  private ServiceProcess process;
  private TestClient client;

  @BeforeEach
  void start() throws IOException {
    process =
        ServiceProcess.startLogging(
            logs.resolve("stderr"),
            Map.of("OFFER_ENGINE_API_KEY", KEY),
            "--log-level debug --saved-offers none --data " + directory);
    client = process.client(KEY);
  }

  @AfterEach
  void kill() {
    process.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request, int status) {
    HttpResponse<String> response = client.send(request);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    answers.add(response.body() + response.headers().map());
    return response;
  }

  private String post(String members, int status) {
    String body = "{\"name\":\"a\",\"image\":\"i\"" + members.replace("%s", SECRET) + "}";
    return send(client.json("POST", TEMPLATES, body), status).body();
  }

  private static String editing(String response) {
    int start = response.indexOf("\"hash_id\":\"");
    return "," + response.substring(start, start + 44);
  }

  private void sendGoodOnes() {
    String login = ",\"docker_login_user\":\"u\",\"docker_login_pass\":\"%s\"";
    String created = post(login, 200);
    post(login, 200);
    String edited = post(login + ",\"desc\":\"d\"" + editing(created), 200);
    post(",\"docker_login_user\":\"u\"" + editing(edited), 200);
    post(",\"desc\":\"other\",\"docker_login_pass\":\"%s\"", 200);
    for (String select : List.of("mine", "public")) {
      send(client.withKey("GET", TEMPLATES + "?select=" + select), 200);
    }
  }

  private void sendBadOnes() {
    String member = ",\"docker_login_pass\":";
    for (String value :
        List.of(
            "[\"%s\"]",
            "{\"%s\":1}",
            "{\"a\":\"%s\"}",
            "\"%s\\u0007\"",
            "\"%s\n\"",
            "\"%s\\x\"",
            "\"%s\\ud800\"",
            "\"" + "%s".repeat(500) + "\"",
            "\"" + "%s".repeat(5_000) + "\"",
            "%s",
            "'%s'",
            "\"%s\"\"%s\"",
            "\"%s\",\"docker_login_pass\":\"%s\"",
            "\"%s\",\"runtype\":\"none\"",
            "\"%s\",\"unknown\":1",
            "\"%s\",\"env\":\"x\"",
            "\"%s\",\"extra_filters\":{\"docker_login_pass\":{\"eq\":\"%s\"}}",
            "\"%s")) {
      post(member + value, 400);
    }
    post(member + "\"%s\",\"hash_id\":\"" + "0".repeat(32) + "\"", 404);
    post(member + "\"%s\",\"readme\":\"" + "x".repeat(1 << 20) + "\"", 413);
    String body = "{\"name\":\"a\",\"image\":\"i\",\"docker_login_pass\":\"" + SECRET + "\"}";
    send(client.json("PUT", TEMPLATES, body), 400);
    send(client.json("DELETE", TEMPLATES, body), 400);
    send(client.json("PATCH", TEMPLATES, body), 405);
    send(client.json("POST", TEMPLATES + "nothing", body), 404);
    send(client.json("POST", TEMPLATES, body).setHeader("Authorization", "Bearer wrong"), 401);
    send(client.json("POST", TEMPLATES, body).setHeader("Content-Type", "text/plain"), 415);
    send(client.json("POST", TEMPLATES, body).setHeader("Content-Encoding", "gzip"), 415);
    send(client.json("POST", "/api/v0/bundles/", body), 400);
  }

  /** Sends a request that ends within the password, and one with malformed chunks. */
  private void sendBrokenOnes() throws IOException {
    String head =
        "POST " + TEMPLATES + " HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer " + KEY + "\r\n";
    String body = "{\"docker_login_pass\":\"" + SECRET;
    try (RawConnection connection = client.connect()) {
      connection.send(head + "Content-Length: 500\r\n\r\n" + body).finish();
      answers.add(connection.readAll());
    }
    try (RawConnection connection = client.connect()) {
      connection.send(head + "Transfer-Encoding: chunked\r\n\r\n" + body + "\r\n");
      answers.add(connection.readAll());
    }
  }

  /** Provokes a fault, which is logged with all its causes. */
  private void sendOneThatFails() {
    String created = post(",\"repo\":\"fails\",\"docker_login_pass\":\"%s\"", 200);
    try (Database database = Database.sqlite(directory)) {
      database.write(sql -> {
        long id =
            sql.number(
                "UPDATE templates SET password = zeroblob(60) WHERE content LIKE '%fails%'"
                    + " RETURNING id");
        CheckedTable.TEMPLATES.seal(sql, id);
        return id;
      });
    }
    post(",\"desc\":\"%s\"".replace("%s", "e") + editing(created), 500);
  }

  private void assertNoTraceInFiles(String when) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        names.add(file.getFileName().toString());
        TRACES.assertNoneIn(when + " " + file, Files.readAllBytes(file));
      }
    }
    assertThat(names).contains("offer-engine.db", "secret.key");
  }

  @Test
  void password_leavesNoTrace() throws Exception {
    sendGoodOnes();
    sendBadOnes();
    sendBrokenOnes();
    sendOneThatFails();
    assertNoTraceInFiles("while it runs,");
    assertThat(process.stop()).isEqualTo(143);
    assertNoTraceInFiles("afterwards,");
    assertThat(answers).hasSizeGreaterThan(35);
    answers.forEach(answer -> TRACES.assertNoneIn("an answer", answer));
    byte[] log = Files.readAllBytes(logs.resolve("stderr"));
    assertThat(new String(log, UTF_8)).contains("docker_login_pass is damaged", "DEBUG");
    TRACES.assertNoneIn("the log", log);
    String key = Files.readString(directory.resolve("secret.key")).strip();
    new SecretTraces(key).assertNoneIn("the log", log);
    assertPasswordIsThere();
  }

  private void assertPasswordIsThere() {
    try (Database database = Database.sqlite(directory)) {
      TemplateRegistry registry =
          new TemplateRegistry(
              database,
              DatabaseSecret.open(database, Map.of(), directory.resolve("secret.key")),
              MarketplaceSchema.schema());
      List<StoredTemplate> templates = new ArrayList<>();
      registry.ofUser(ALICE).forEachRemaining(templates::add);
      assertThat(templates).hasSize(3);
      for (StoredTemplate template : templates.subList(0, 2)) {
        assertThat(registry.dockerLoginPassword(ALICE, template.id())).contains(SECRET);
        TRACES.assertNoneIn("a template", template + " " + registry.read(template));
      }
    }
  }
}
