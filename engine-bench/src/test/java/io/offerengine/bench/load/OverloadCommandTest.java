package io.offerengine.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.report.Surroundings;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Scope;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command against a real server that lets one key run six requests at once. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OverloadCommandTest {
  private static final int SLOTS = 8;
  private static final int BODY_LIMIT = 1 << 20;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private ApiServer server;

  @BeforeEach
  void start() throws IOException {
    Route slow =
        Route.of(Scope.SEARCH, "POST", "/slow", request -> answerLater()).readingJson(BODY_LIMIT);
    server =
        new ApiServer(
            List.of(slow), ApiKey.ring("k", 1), ServerSettings.defaults().withRequestLimit(SLOTS));
    server.start();
    server.ready();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static Answer answerLater() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Answer.ok("[]".getBytes(UTF_8));
  }

  private int overload(String... given) {
    List<String> options = new ArrayList<>(List.of(given));
    for (String usual :
        List.of(
            "--url=http://127.0.0.1:" + server.port() + "/slow",
            "--key=k",
            "--offers=500",
            "--saturating=6",
            "--connections=100",
            "--rounds=2",
            "--seconds=0.5",
            "--warm-up=0.1")) {
      String name = usual.substring(0, usual.indexOf('='));
      if (options.stream().noneMatch(each -> each.startsWith(name))) {
        options.add(usual);
      }
    }
    return OverloadCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(options.toArray(String[]::new));
  }

  @Test
  void overload_ofAServer_printsATableAndWritesItDown() throws IOException {
    Path file = folder.resolve("overload.json");
    assertThat(overload("--out=" + file)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("| most, 1/s | at half: refused, 1/s |", "\nmedians of 2 rounds: p99 of accepted")
        .contains("/slow without gzip, Q2 of 500 offers, seed 1, 0.5 s a run\n", "\ncommit: ");
    String json = Files.readString(file);
    assertThat(json.split("\"twice\"", -1)).hasSize(3);
    assertThat(json)
        .contains("busy with other requests", "\"half\"")
        .doesNotContain("\"requests\" : 0,\n", "\"k\"");
  }

  @Test
  void table_hasTheMedianOfTheRounds() {
    List<OverloadReport.Round> rounds = new ArrayList<>();
    for (int p99 : new int[] {2_000, 90_000, 4_000}) {
      Overload half = new Overload(measured(500, 1_000), measured(0, 0), null);
      Overload twice = new Overload(measured(900, p99), measured(1_100, 3_000), "busy");
      rounds.add(new OverloadReport.Round(measured(1_000, 9_000), half, twice));
    }
    OverloadReport report =
        new OverloadReport(
            new LoadReport.Settings("http://a/", true, 500, 1, 60),
            new Surroundings(new TreeMap<>()),
            rounds);
    assertThat(report.table())
        .contains("| 1,000 | 0 | 1.0 / 1.0 | 900 | 90.0 / 90.0 | 1,100 | 3.0 / 3.0 | 90.0 | 0.90 |")
        .contains(
            "medians of 3 rounds: p99 of accepted requests 4.0 times that at half load, refused"
                + " after 3.0 ms, 0.90 of the most are answered");
  }

  private static Measured measured(double rate, double micros) {
    return new Measured(1, rate, 0, micros, micros, micros, micros, micros);
  }

  @ParameterizedTest
  @CsvSource({
    "--url=ftp://127.0.0.1/, --url takes http://HOST",
    "--connections=1001, '--connections takes 1 to 1000, but got 1001'",
    "--saturating=0, '--saturating takes 1 to 1000, but got 0'",
    "--rounds=0, '--rounds takes 1 to 100, but got 0'",
    "--seconds=0, 'more than 0, up to 3600, but got 0.0'",
    "--key=, no API key was given"
  })
  void overload_withABadOption_saysWhatIsAllowed(String option, String message) {
    assertThat(overload(option)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message).contains("overload --help lists the options");
  }

  @Test
  void overload_whoseRequestsFail_saysWhy() {
    assertThat(overload("--key=another")).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(err.toString()).startsWith("A request failed: http://").contains("answered 401: {");
  }
}
