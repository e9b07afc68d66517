package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands {@code saved-searches} and {@code alerts} against a service in its own process. */
class AlertsCommandTest {
  private static final Map<String, String> KEY = Map.of("OFFER_ENGINE_API_KEY", "key");

  @TempDir private Path data;

  private static CommandRun run(String line) {
    return CommandRun.of(KEY, "", line.split(" ", -1));
  }

  private static String ok(CommandRun run) {
    assertThat(run.exitCode()).as(run.toString()).isZero();
    return run.out();
  }

  /** With a database, and without one: then nothing lasts, but alerts come all the same. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void searchesAndAlerts_byTheCommandLine(boolean isLasting) throws Exception {
    String options = isLasting ? "--data " + data : "--port 0";
    try (ServiceProcess service = ServiceProcess.start(KEY, options)) {
      TestClient client = service.client("key");
      String url = client.address() + "/";
      String[] adding = {"saved-searches", "add", "--url", url, "--name", "a \"b\"", "-"};
      String added = ok(CommandRun.of(KEY, "{\"gpu_name\":\"NEW\"}", adding));
      assertThat(added).startsWith("{\"id\":1,\"name\":\"a \\\"b\\\"\",\"cool_down\":3600,");
      assertThat(ok(run("saved-searches list --url " + url)))
          .startsWith("{\"saved_searches\":[{\"id\":1,");
      run("saved-searches add {\"gpu_nme\":1} --url " + url).failed(4, "did you mean gpu_name?");

      ByteArrayOutputStream followed = new ByteArrayOutputStream();
      Thread follower = new Thread(() -> follow(followed, url));
      follower.start();
      String offer =
          "{\"id\":77777,\"gpu_name\":\"NEW\",\"machine_id\":5,\"num_gpus\":2,\"dph_base\":1}";
      assertThat(client.send("PUT", "/admin/offers", offer).statusCode()).isEqualTo(200);
      Waiting.until(() -> followed.toString(UTF_8).contains("offer 77777"));
      follower.interrupt();
      follower.join();
      CommandRun all = run("alerts --url " + url);
      assertThat(ok(all))
          .matches("\\S+Z  search 1: offer 77777, machine 5, GPUs 2, \\$1\\.0000/hour\\R");
      String cursor = all.err().replaceFirst("(?s).*--cursor (\\S+)\\s*", "$1");
      assertThat(ok(run("alerts --url " + url + " --cursor " + cursor))).isEmpty();

      assertThat(ok(run("saved-searches remove 1 --url " + url))).contains("deleted");
      assertThat(run("saved-searches remove 1 --url " + url).exitCode()).isEqualTo(4);
    }
  }

  private static void follow(ByteArrayOutputStream out, String url) {
    PrintStream print = new PrintStream(out, true, UTF_8);
    Main.run(
        new CommandContext(KEY, new ByteArrayInputStream(new byte[0]), print, print),
        ("alerts --follow --url " + url).split(" ", -1));
  }

  /** What answers may be something else than the service. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | a page of alerts has alerts and a cursor",
        "{\"alerts\":{},\"cursor\":\"x\"} | a page of alerts has alerts and a cursor",
        "{\"alerts\":[]} | a page of alerts has alerts and a cursor",
        "{\"alerts\":[1],\"cursor\":\"x\"} | an alert is an object, but got 1",
        "{\"alerts\":[],\"cursor\":\"x\",\"missed\":1.5} | missed takes a whole number, but got",
      })
  void answers_thatAreNoPages_areRefused(String answer, String message) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length());
          exchange.getResponseBody().write(answer.getBytes(UTF_8));
          exchange.close();
        });
    server.start();
    try {
      CommandRun run = run("alerts --url http://127.0.0.1:" + server.getAddress().getPort());
      assertThat(run.err()).contains(message);
      assertThat(run.exitCode()).isEqualTo(1);
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "alerts --url http://127.0.0.1:1 | 1 | can't be reached",
        "alerts --url nonsense | 2 | --url",
      })
  void badLines_areRefused(String line, int exitCode, String message) {
    CommandRun run = run(line);
    assertThat(run.err()).contains(message);
    assertThat(run.exitCode()).isEqualTo(exitCode);
  }
}
