package io.offerengine.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command against a real server that answers with ready bytes. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LoadCommandTest {
  private static final byte[] RESPONSE = "{\"offers\":[]}".repeat(1_000).getBytes(UTF_8);

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private ApiServer server;

  @BeforeEach
  void start() throws IOException {
    Route ready =
        Route.of(Scope.SEARCH, "POST", "/api/v0/bundles", request -> Answer.ok(RESPONSE))
            .readingJson(1 << 20);
    server = new ApiServer(List.of(ready), ApiKey.ring("k", 1), ServerSettings.defaults());
    server.start();
    server.ready();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(CommandLine command, String... arguments) {
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** Runs the command with usual options, but those that are given. */
  private int load(String... given) {
    List<String> options = new ArrayList<>(List.of(given));
    for (String usual :
        List.of(
            "--url=http://127.0.0.1:" + server.port() + "/api/v0/bundles",
            "--key=k",
            "--offers=500",
            "--seconds=0.1",
            "--warm-up=0")) {
      String name = usual.substring(0, usual.indexOf('='));
      if (options.stream().noneMatch(each -> each.startsWith(name))) {
        options.add(usual);
      }
    }
    return run(new LoadCommand().commandLine(), options.toArray(String[]::new));
  }

  @Test
  void load_ofAServer_printsATable() {
    assertThat(load("--connections=1,3")).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("| connections | maximum, 1/s |")
        .contains("/api/v0/bundles without gzip, Q2 of 500 offers, seed 1, 0.1 s a run")
        .contains("\ncommit: ");
    assertThat(rows()).hasSize(2);
    assertThat(rows()).extracting(row -> row.get("connections")).containsExactly(1.0, 3.0);
    assertThat(rows()).allMatch(row -> row.get("maximum, 1/s") > 0 && row.get("paced, 1/s") > 0);
  }

  /** Returns the rows of the table: numbers by their heading, of equal ones the first. */
  private List<Map<String, Double>> rows() {
    List<List<String>> table =
        out.toString()
            .lines()
            .filter(line -> line.startsWith("| "))
            .map(line -> List.of(line.substring(2).split(" \\| ?", -1)))
            .toList();
    return table.stream().skip(1).map(row -> row(table.get(0), row)).toList();
  }

  private static Map<String, Double> row(List<String> headings, List<String> cells) {
    Map<String, Double> row = new HashMap<>();
    for (int i = 0; i < headings.size(); i++) {
      String number = cells.get(i).replaceAll(",| / .*", "");
      row.putIfAbsent(headings.get(i), number.isEmpty() ? 0 : Double.parseDouble(number));
    }
    return row;
  }

  @Test
  void load_ofAFile_sendsItsLines() throws IOException {
    Path bodies = Files.writeString(folder.resolve("bodies"), "{}\n{\"limit\":1}\n");
    assertThat(load("--connections=1", "--bodies=" + bodies)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("without gzip, " + bodies + " of 500 offers");
  }

  /** A server that lets one key run six requests at once. */
  @Test
  void load_beyondWhatAServerAnswers_countsRefusals() throws IOException {
    Route slow =
        Route.of(Scope.SEARCH, "POST", "/slow", request -> answerLater()).readingJson(1 << 20);
    try (ApiServer limited =
        new ApiServer(
            List.of(slow),
            ApiKey.ring("k", 1),
            ServerSettings.defaults().with(to -> to.requestLimit = 8))) {
      limited.start();
      limited.ready();
      String url = "--url=http://127.0.0.1:" + limited.port() + "/slow";
      String[] overload = {
        url, "--saturating=6", "--connections=100", "--shares=0.5,2", "--seconds=0.5", "--rounds=2"
      };
      assertThat(load(overload)).isEqualTo(CommandLine.ExitCode.SOFTWARE);
      assertThat(err.toString()).contains("busy with other requests");

      out.getBuffer().setLength(0);
      List<String> counting = new ArrayList<>(List.of(overload));
      counting.add("--refusals");
      assertThat(load(counting.toArray(String[]::new))).as(err.toString()).isZero();
    }
    assertThat(rows()).hasSize(4);
    assertThat(rows().get(1).get("refused, 1/s")).isPositive();
    assertThat(rows().get(1).get("paced, 1/s")).isPositive();
  }

  private static Answer answerLater() {
    Waiting.pause(20);
    return Answer.ok("[]".getBytes(UTF_8));
  }

  @Test
  void connections_countTheBytesThatWereSent() throws Exception {
    for (boolean gzip : new boolean[] {false, true}) {
      URI searches = URI.create("http://127.0.0.1:" + server.port() + "/api/v0/bundles");
      try (Connections connections =
          Connections.open(new Connections.Target(searches, "k", gzip), 2)) {
        Load load = connections.sending(List.of("{}".getBytes(UTF_8)));
        for (int i = 0; i < 3; i++) {
          Load.Outcome twice = load.paced(100, 0.02).requireNoRefusal();
          assertThat(twice.accepted.getTotalCount()).isEqualTo(2);
          double bytes = twice.bytesPerSecond() / twice.rate(twice.accepted);
          if (gzip) {
            assertThat(bytes).isBetween(1.0, RESPONSE.length / 10.0);
          } else {
            assertThat(bytes).isCloseTo(RESPONSE.length, within(1e-6));
          }
        }
      }
    }
  }

  @Test
  void load_withAnotherKey_saysWhatTheServerAnswered() {
    assertThat(load("--key=another")).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(err.toString()).startsWith("A request failed: http://").contains("answered 401: {");
  }

  @Test
  void load_ofNoServer_saysSo() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    assertThat(load("--url=http://127.0.0.1:" + port + "/"))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(err.toString()).startsWith("A request failed: ").contains("refused");
  }

  @ParameterizedTest
  @CsvSource({
    "--url=ftp://127.0.0.1/, --url takes http://HOST",
    "--offers=499, '--offers takes 500 to 10000000, but got 499'",
    "--bodies=/no/such/file, --bodies takes a file of bodies",
    "--connections=0, '--connections takes 1 to 1000, but got 0'",
    "--shares=11, '--shares takes more than 0, up to 10, each, but got 11.0'",
    "--saturating=1001, '--saturating takes 1 to 1000, but got 1001'",
    "--rounds=0, '--rounds takes 1 to 100, but got 0'",
    "--seconds=0, 'more than 0, up to 3600, but got 0.0'",
    "--warm-up=-1, '--warm-up takes 0 to 3600, but got -1.0'",
    "--key=, no API key was given"
  })
  void load_withABadOption_saysWhatIsAllowed(String option, String message) {
    assertThat(load(option)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message).contains("load --help lists the options");
  }
}
