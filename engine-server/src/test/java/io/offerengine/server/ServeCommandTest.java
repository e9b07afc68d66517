package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.market.TestMarket;
import io.offerengine.server.store.TestDatabase;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service in its own process, and the configurations that it refuses. */
class ServeCommandTest {
  @TempDir private Path folder;

  @Test
  void serve_ofTheSample_printsARequestThatWorks_andLeavesNothingBehindOnSigterm()
      throws Exception {
    Map<String, String> environment =
        Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + folder.toAbsolutePath());
    try (ServiceProcess service = ServiceProcess.start(environment)) {
      assertThat(folder).isDirectoryContaining("glob:**/offer-engine-*");
      assertThat(service.message().get(0))
          .matches("Serving \\d+ offers of the packaged sample on http://127\\.0\\.0\\.1:\\d+");
      assertThat(service.message().get(1))
          .startsWith("The clock is fixed at 1784365000 (2026-07-18T08:56:40Z); ");
      assertThat(service.message().get(2)).startsWith("Nothing is kept when it stops; ");
      assertThat(service.message().get(3))
          .matches("API key, made for this run \\(.*\\): oe_1_\\S+");
      HttpResponse<String> response = service.curl("");
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      assertThat(TestMarket.ids(response.body())).hasSize(1);
      assertThat(service.stop()).isEqualTo(143);
    }
    assertThat(folder).isDirectoryNotContaining("glob:**/offer-engine-*");
  }

  @Tag("full")
  @Test
  void serve_ofAFileWithAKeyOfOnesOwn_showsTheFileButNotTheKey() throws Exception {
    Path offers = folder.resolve("offers.json");
    Files.writeString(
        offers, "[{\"id\": 1, \"num_gpus\": 2, \"sla\": 1}, {\"id\": 2, \"sla\": 2}]");
    try (ServiceProcess service =
        ServiceProcess.start(
            Map.of("OFFER_ENGINE_API_KEY", "my-own-key"), "--offers " + offers + " --now 1000.5")) {
      assertThat(service.message().get(0))
          .startsWith("Serving 2 offers of " + offers + " on http://");
      assertThat(service.message().get(1))
          .isEqualTo("The clock is fixed at 1000.5 (1970-01-01T00:16:40Z)");
      assertThat(service.message().get(2))
          .isEqualTo("Fields that are not known were skipped: sla (2)");
      assertThat(String.join("\n", service.message())).doesNotContain("my-own-key");
      assertThat(TestMarket.ids(service.curl("my-own-key").body())).containsExactly(1L);
      assertThat(service.curl("another-key").statusCode()).isEqualTo(401);
    }
  }

  @Tag("full")
  @Test
  void serve_withATextCache_keepsTextsWithinIt() throws Exception {
    for (int mebibytes : new int[] {0, 3}) {
      try (ServiceProcess service =
          ServiceProcess.start(Map.of("OFFER_ENGINE_API_KEY", "k"), "--text-cache " + mebibytes)) {
        TestClient client = service.client("k");
        String first = client.post("/api/v0/bundles", "{}").body();
        assertThat(client.post("/api/v0/bundles", "{}").body()).isEqualTo(first);
        String stats = client.get("/admin/stats").body();
        assertThat(stats).contains("\"attachment_budget\":" + (mebibytes << 20) + ",");
        assertThat(stats.contains("\"structure\":\"attachments\"")).isEqualTo(mebibytes > 0);
      }
    }
  }

  @Test
  void serve_withData_keepsEverythingAndShowsItsKeyOnce() throws Exception {
    Path offers = folder.resolve("offers.json");
    Files.writeString(offers, "[{\"id\": 1, \"num_gpus\": 2}, {\"id\": 2, \"num_gpus\": 2}]");
    String data = folder.resolve("data").toString();
    String key;
    try (ServiceProcess service =
        ServiceProcess.start(Map.of(), "--data " + data + " --offers " + offers)) {
      assertThat(service.message().get(0)).startsWith("Serving 2 offers of " + data + " on http");
      assertThat(service.message().get(1))
          .isEqualTo("Offers, templates, bills and keys are kept in " + data);
      Matcher shown =
          Pattern.compile("API key, shown this once: (oe_1_\\S+)")
              .matcher(service.message().get(2));
      assertThat(shown.matches()).as(service.message().toString()).isTrue();
      key = shown.group(1);
      assertThat(service.client(key).send("DELETE", "/admin/offers/2").statusCode()).isEqualTo(200);
      assertThat(service.stop()).isEqualTo(143);
    }
    // A supervisor starts a service with the same options again and again.
    Files.delete(offers);
    try (ServiceProcess service =
        ServiceProcess.start(Map.of("OFFER_ENGINE_DATA", data), "--offers " + offers)) {
      assertThat(String.join("\n", service.message()))
          .startsWith("Serving 1 offers of " + data)
          .contains("\nThe file " + offers + " was skipped, since a file fills an empty database")
          .doesNotContain("oe_");
      assertThat(TestMarket.ids(service.curl(key).body())).containsExactly(1L);
    }
  }

  @Tag("full")
  @Test
  void serve_ofABadFileIntoAStore_keepsNothing() throws Exception {
    Path offers = folder.resolve("offers.json");
    Files.writeString(offers, "{\"id\": 1}\n{\"id\": 2, \"num_gpus\": 1.5}\n");
    String data = folder.resolve("data").toString();
    CommandRun run = CommandRun.line("serve --port 0 --data " + data + " --offers " + offers);
    assertThat(run.exitCode()).isEqualTo(ExitCode.OFFERS);
    assertThat(run.err()).startsWith("offer-engine: " + offers + ": INVALID_OFFER at /num_gpus");
    try (ServiceProcess service = ServiceProcess.start(Map.of(), "--data", data)) {
      assertThat(service.message().get(0)).startsWith("Serving 0 offers of " + data);
      assertThat(service.message().get(2)).startsWith("API key, shown this once: ");
    }
  }

  @Test
  void serve_thatFailsToLoad_endsWithoutWaitingForAProxy() throws Exception {
    String offers = folder.resolve("none").toString();
    Process process =
        ServiceProcess.launch(Map.of(), "--offers " + offers + " --drain-seconds 3600");
    try {
      Waiting.until(() -> !process.isAlive());
      assertThat(process.exitValue()).isEqualTo(ExitCode.OFFERS);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The first key is stored after the offers were loaded, and nothing later can fail. */
  @Test
  void serve_thatCantStoreItsFirstKey_closesWhatItOpened() throws Exception {
    String data = folder.resolve("data").toString();
    CommandRun.line("keys create --user 7 --data " + data).succeeded();
    String url = "jdbc:sqlite:" + data + "/offer-engine.db";
    TestDatabase.execute(
        url,
        "DELETE FROM api_keys",
        "CREATE TRIGGER no_key BEFORE INSERT ON api_keys"
            + " BEGIN SELECT RAISE(ABORT, 'no key is stored'); END");
    int port;
    int adminPort;
    try (ServerSocket free = new ServerSocket(0);
        ServerSocket other = new ServerSocket(0)) {
      port = free.getLocalPort();
      adminPort = other.getLocalPort();
    }
    CommandRun.line(
            "serve --drain-seconds 3600 --port %s --admin-listen 127.0.0.1:%s --data %s"
                .formatted(port, adminPort, data))
        .failed(ExitCode.FAULT, "the database failed");
    new ServerSocket(port).close();
    new ServerSocket(adminPort).close();
    TestDatabase.execute(url, "DROP TRIGGER no_key");
    try (ServiceProcess service = ServiceProcess.start(Map.of(), "--data", data)) {
      assertThat(service.message().get(2)).startsWith("API key, shown this once: ");
    }
  }

  @Tag("full")
  @Test
  void serve_besideAnotherService_isRefused() throws Exception {
    String data = folder.resolve("data").toString();
    try (ServiceProcess first = ServiceProcess.start(Map.of(), "--data", data)) {
      assertThat(first.message()).isNotEmpty();
      CommandRun.line("serve --port 0 --data " + data)
          .failed(ExitCode.DATABASE, "offer-engine.db is used by another service");
      assertThat(CommandRun.line("keys list --data " + data).exitCode()).isEqualTo(ExitCode.OK);
    }
  }

  @Test
  void serve_onAnAddressThatCantBeHad_refusesToStart() throws IOException {
    try (ApiServer other = RouteServer.start(List.of(), key -> null)) {
      String port = Integer.toString(other.port());
      CommandRun taken = CommandRun.line("serve --port " + port);
      assertThat(taken.exitCode()).isEqualTo(ExitCode.ADDRESS);
      assertThat(taken.err())
          .startsWith("offer-engine: can't listen on 127.0.0.1:" + port + ": ")
          .endsWith(
              "; choose another port with --port, or 0 for any that is free"
                  + System.lineSeparator());
    }
    CommandRun.line("serve --host no.such.host.invalid --port 0")
        .failed(ExitCode.ADDRESS, "no such host; check --host");
    CommandRun foreign = CommandRun.line("serve --host 192.0.2.1 --port 0");
    assertThat(foreign.exitCode()).isEqualTo(ExitCode.ADDRESS);
  }

  /** The system holds connections of a burst until the service accepts them. */
  @Tag("full")
  @Test
  void serve_thatAcceptsNothingForAWhile_losesNoConnection() throws Exception {
    List<Socket> burst = new ArrayList<>();
    try (ServiceProcess service = ServiceProcess.start(Map.of("OFFER_ENGINE_API_KEY", "k"))) {
      URI address = service.client("k").address();
      service.pause();
      for (int i = 0; i < 300; i++) {
        Socket connection = new Socket();
        burst.add(connection);
        connection.connect(new InetSocketAddress(address.getHost(), address.getPort()), 10_000);
      }
      service.resume();
      assertThat(service.client("k").get("/healthz").statusCode()).isEqualTo(200);
    } finally {
      for (Socket each : burst) {
        each.close();
      }
    }
  }

  @Tag("full")
  @Test
  void serve_withPublicSearch_answersSearchesWithoutAKeyAndNothingElse() throws Exception {
    try (ServiceProcess service = ServiceProcess.start(Map.of(), "--public-search")) {
      TestClient client = service.client("");
      ok(client.post("/market/v1/page", "{}"));
      assertThat(client.status("GET", "/admin/stats")).isEqualTo(401);
    }
  }
}
