package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.ApiKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service as a process of its own, and what it refuses to start with. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ServeCommandTest {
  private static final Pattern CURL =
      Pattern.compile("curl -sS (\\S+) -H \"(.*?): (.*?)\" -H '(.*?): (.*?)' -d '(.*)'");

  @TempDir private Path folder;

  /** A service in a process of its own, after its start message. */
  private static final class Service implements AutoCloseable {
    final List<String> message = new ArrayList<>();
    final Process process;

    Service(Map<String, String> environment, String... options) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(Main.class.getName(), "serve", "--port", "0"));
      command.addAll(List.of(options));
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().remove("OFFER_ENGINE_API_KEY");
      builder.environment().putAll(environment);
      process = builder.start();
      BufferedReader out =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        message.add(line);
        if (line.startsWith("curl ")) {
          return;
        }
      }
      throw new AssertionError("the service did not start: " + message);
    }

    /** Sends what the curl line says. */
    HttpResponse<String> curl(String key) throws Exception {
      Matcher line = CURL.matcher(message.get(message.size() - 1));
      assertThat(line.matches()).as(message.toString()).isTrue();
      String authorization = line.group(3).replace("$OFFER_ENGINE_API_KEY", key);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(line.group(1)))
              .header(line.group(2), authorization)
              .header(line.group(4), line.group(5))
              .POST(HttpRequest.BodyPublishers.ofString(line.group(6)))
              .build();
      return HttpClient.newHttpClient().send(request, BodyHandlers.ofString(UTF_8));
    }

    /** Stops the service by SIGTERM and returns its exit code. */
    int stop() throws InterruptedException {
      process.destroy();
      return process.waitFor();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  @Test
  void serve_ofTheSample_printsARequestThatWorksAndStopsOnSigterm() throws Exception {
    try (Service service = new Service(Map.of())) {
      assertThat(service.message.get(0))
          .matches("Serving \\d+ offers of the packaged sample on http://127\\.0\\.0\\.1:\\d+");
      assertThat(service.message.get(1))
          .startsWith("The clock is fixed at 1784365000 (2026-07-18T08:56:40Z); ");
      assertThat(service.message.get(2)).matches("API key, made for this run \\(.*\\): oe_\\S+");
      HttpResponse<String> response = service.curl("");
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      assertThat(TestMarket.ids(response.body())).hasSize(1);
      assertThat(service.stop()).isEqualTo(143);
    }
  }

  @Test
  void serve_ofAFileWithAKeyOfOnesOwn_showsTheFileButNotTheKey() throws Exception {
    Path offers = folder.resolve("offers.json");
    Files.writeString(
        offers, "[{\"id\": 1, \"num_gpus\": 2, \"sla\": 1}, {\"id\": 2, \"sla\": 2}]");
    try (Service service =
        new Service(
            Map.of("OFFER_ENGINE_API_KEY", "my-own-key"),
            "--offers",
            offers.toString(),
            "--now",
            "1000.5")) {
      assertThat(service.message.get(0))
          .startsWith("Serving 2 offers of " + offers + " on http://");
      assertThat(service.message.get(1))
          .isEqualTo("The clock is fixed at 1000.5 (1970-01-01T00:16:40Z)");
      assertThat(service.message.get(2))
          .isEqualTo("Fields that are not known were skipped: sla (2)");
      assertThat(String.join("\n", service.message)).doesNotContain("my-own-key");
      assertThat(TestMarket.ids(service.curl("my-own-key").body())).containsExactly(1L);
      assertThat(service.curl("another-key").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void serve_ofABadFile_refusesToStart() throws IOException {
    Path offers = folder.resolve("offers.json");
    Files.writeString(offers, "{\"id\": 1}\n{\"id\": 2, \"num_gpus\": 1.5}\n");
    CommandRun run = CommandRun.of("serve", "--port", "0", "--offers", offers.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.OFFERS);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err())
        .startsWith(
            "offer-engine: " + offers + ": INVALID_OFFER at /num_gpus (line 2, column 23): ");
  }

  @Test
  void serve_onAnAddressThatCantBeHad_refusesToStart() throws IOException {
    ApiServer other = new ApiServer(List.of(), ApiKey.ring("k", 1), ServerSettings.defaults());
    try (other) {
      other.start();
      String port = Integer.toString(other.port());
      CommandRun taken = CommandRun.of("serve", "--port", port);
      assertThat(taken.exitCode()).isEqualTo(ExitCode.ADDRESS);
      assertThat(taken.err())
          .startsWith("offer-engine: can't listen on 127.0.0.1:" + port + ": ")
          .endsWith(
              "; choose another with --port, or 0 for any that is free" + System.lineSeparator());
    }
    CommandRun unknown = CommandRun.of("serve", "--host", "no.such.host.invalid", "--port", "0");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.ADDRESS);
    assertThat(unknown.err()).contains("no such host; check --host");
    CommandRun foreign = CommandRun.of("serve", "--host", "192.0.2.1", "--port", "0");
    assertThat(foreign.exitCode()).isEqualTo(ExitCode.ADDRESS);
  }

  @Test
  void serve_withOptionsOutOfRange_refusesToStart() {
    for (String[] wrong :
        new String[][] {
          {"--port", "65536"}, {"--port", "-1"}, {"--deadline", "0"}, {"--deadline", "x"}
        }) {
      CommandRun run = CommandRun.of("serve", wrong[0], wrong[1]);
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).contains(wrong[0]).endsWith("; see offer-engine serve --help\n");
    }
  }

  @Test
  void serve_withAKeyThatNoHeaderCarries_refusesToStart() {
    for (String key : List.of("", "two words", "ключ")) {
      CommandRun run = CommandRun.of(Map.of("OFFER_ENGINE_API_KEY", key), "", "serve");
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err())
          .isEqualTo(
              "offer-engine: OFFER_ENGINE_API_KEY: an API key has 1 to 512 characters of visible"
                  + " ASCII, without blanks; set such a key, or unset it to have one made\n");
    }
  }
}
