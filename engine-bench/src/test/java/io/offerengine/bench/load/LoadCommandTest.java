package io.offerengine.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.report.Surroundings;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.jfree.chart.JFreeChart;
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

  private static final String LEVELLESS =
      "{\"settings\":{\"url\":\"\",\"gzip\":false,\"offers\":500,\"seed\":1,\"seconds\":1},"
          + "\"surroundings\":{\"cpu\":\"c\"},\"levels\":[]}";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private ApiServer server;

  @BeforeEach
  void start() throws IOException {
    server = ServeReadyCommand.of(RESPONSE, "k", ServerSettings.defaults());
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
    return run(LoadCommand.commandLine(), options.toArray(String[]::new));
  }

  @Test
  void load_ofAServer_printsATableAndWritesItDown() throws IOException {
    Path file = folder.resolve("load.json");
    assertThat(load("--connections=1,3", "--out=" + file)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("| connections | maximum, 1/s |", "\n| 1 | ", "\n| 3 | ")
        .contains("/api/v0/bundles without gzip, Q2 of 500 offers, seed 1, 0.1 s a run")
        .contains("\ncommit: ");
    String json = Files.readString(file);
    assertThat(json)
        .contains("\"connections\" : 1,", "\"connections\" : 3,", "\"offered_rate\"")
        .doesNotContain("\"requests\" : 0,", "\"k\"");
  }

  @Test
  void plotLoad_ofWhatLoadWrote_isAPicture() throws Exception {
    Path file = folder.resolve("load.json");
    assertThat(load("--connections=1,3", "--out=" + file)).as(err.toString()).isZero();
    Path picture = folder.resolve("load.png");
    assertThat(
            run(
                PlotLoadCommand.commandLine(),
                "service=" + file,
                "<other> & more=" + file,
                "--out=" + picture))
        .as(err.toString())
        .isZero();
    assertThat(ImageIO.read(picture.toFile()).getHeight()).isEqualTo(2 * 420);
  }

  @Test
  void of_plotOfAServerThatAnsweredNothing_hasABarAndAMark() {
    Measured nothing = new Measured(0, 0, 0, 0, 0, 0, 0, 0);
    LoadReport report =
        new LoadReport(
            new LoadReport.Settings("http://127.0.0.1/", false, 500, 1, 1),
            new Surroundings(new TreeMap<>()),
            List.of(new LoadLevel(8, nothing, 0, nothing)));

    List<JFreeChart> charts = LoadPlot.of(Map.of("service", report));

    assertThat(charts).hasSize(2);
    assertThat(charts.get(0).getCategoryPlot().getDataset().getValue("service", "8 connections"))
        .isEqualTo(0.0);
    assertThat(charts.get(1).getXYPlot().getDataset().getYValue(0, 0)).isPositive();
  }

  @Test
  void plotLoad_ofWhatCantBeDrawn_saysSo() throws IOException {
    String to = "--out=" + folder.resolve("load.png");
    String missing = "service=" + folder.resolve("missing");
    assertThat(run(PlotLoadCommand.commandLine(), missing, to))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    Path empty = Files.writeString(folder.resolve("other.json"), LEVELLESS);
    assertThat(run(PlotLoadCommand.commandLine(), "service=" + empty, to))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(run(PlotLoadCommand.commandLine(), to)).isEqualTo(CommandLine.ExitCode.USAGE);
    List<String> many = new ArrayList<>(List.of(to));
    for (int i = 0; i <= LoadPlot.most(); i++) {
      many.add(i + "=" + folder);
    }
    assertThat(run(PlotLoadCommand.commandLine(), many.toArray(String[]::new)))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains(
            "A file could not be read or written: ",
            empty + " holds no results of a load test: ",
            "levels is empty",
            "Missing required parameter: 'NAME=FILE'",
            "NAME=FILE takes 1 to 6 files, but got 7");
  }

  @Test
  void connection_countsTheBytesThatWereSent() throws IOException {
    for (boolean gzip : new boolean[] {false, true}) {
      LoadTarget target =
          new LoadTarget(
              URI.create("http://127.0.0.1:" + server.port() + "/api/v0/bundles"), "k", gzip);
      try (ServerConnection connection = ServerConnection.open(target)) {
        for (int i = 0; i < 3; i++) {
          long bytes = connection.send("{}".getBytes(UTF_8));
          if (gzip) {
            assertThat(bytes).isBetween(1L, RESPONSE.length / 10L);
          } else {
            assertThat(bytes).isEqualTo(RESPONSE.length);
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
    "--connections=0, '--connections takes 1 to 1000, but got 0'",
    "--share=1.5, 'more than 0, up to 1, but got 1.5'",
    "--seconds=0, 'more than 0, up to 3600, but got 0.0'",
    "--warm-up=-1, '--warm-up takes 0 to 3600, but got -1.0'",
    "--out=/no/such/folder/x.json, --out takes a file in a folder that exists",
    "--key=, no API key was given"
  })
  void load_withABadOption_saysWhatIsAllowed(String option, String message) {
    assertThat(load(option)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message).contains("load --help lists the options");
  }

  @Test
  void serveReady_ofWhatCantBeServed_saysSo() throws IOException {
    String missing = folder.resolve("missing").toString();
    assertThat(run(ServeReadyCommand.commandLine(), "--key=k", "--response=" + missing))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    Path file = Files.write(folder.resolve("r.json"), RESPONSE);
    assertThat(
            run(
                ServeReadyCommand.commandLine(),
                "--key=k",
                "--response=" + file,
                "--port=" + server.port()))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(
            run(ServeReadyCommand.commandLine(), "--key=k", "--response=" + file, "--port=65536"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains("It can't be served: ", "missing", "--port takes 0 to 65535, but got 65536");
  }
}
