package io.offerengine.server;

import static io.offerengine.server.market.TestMarket.ids;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.Version;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The command line: arguments, output and exit codes. */
class CommandLineTest {
  private static final String CHEAPEST = "{\"order\":[[\"dph_total\",\"asc\"]]}";

  /** The instant of the clock in explanations, in seconds since 1970. */
  private static final String NOW = "1784365000";

  @TempDir private Path directory;
  private String offers;

  @BeforeEach
  void writeOffers() throws IOException {
    offers = file(golden("offers.ndjson"));
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("offers.ndjson"), text).toString();
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = CommandLineTest.class.getResourceAsStream("golden/" + name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private CommandRun explain(String request) {
    return CommandRun.of("explain", "--offers", offers, "--now", NOW, request);
  }

  private static void assertPrints(CommandRun outcome, String expected) {
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).isEqualTo(expected);
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void version_ofAPackagedBuild_namesVersionAndCommit() throws IOException {
    InputStream commit =
        new ByteArrayInputStream("git.commit.id.describe=8ad35275a704-dirty\n".getBytes(UTF_8));
    assertThat(Version.describe("0.1.0", commit))
        .isEqualTo("Offer Engine 0.1.0, commit 8ad35275a704-dirty");
    assertThat(Version.describe("0.1.0", null)).isEqualTo("Offer Engine 0.1.0, commit unknown");
    assertThat(CommandRun.of("--version").out()).startsWith("Offer Engine ");
  }

  static Stream<List<String>> commands() {
    CommandContext context = new CommandContext(Map.of(), System.in, System.out, System.err);
    return commands(List.of(), Main.program(context));
  }

  private static Stream<List<String>> commands(List<String> words, CommandLine command) {
    Stream<List<String>> ofSubcommands =
        command.getSubcommands().entrySet().stream()
            .flatMap(entry ->
                commands(
                    Stream.concat(words.stream(), Stream.of(entry.getKey())).toList(),
                    entry.getValue()));
    return Stream.concat(Stream.of(words), ofSubcommands);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void eachCommand_hasExamplesExitCodesAndTheVersion(List<String> command) {
    String[] words = Stream.concat(command.stream(), Stream.of("--help")).toArray(String[]::new);
    CommandRun outcome = CommandRun.of(words).succeeded();
    assertThat(outcome.out()).contains("Example", "Exit codes", "java -jar engine-server.jar");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    words[command.size()] = "--version";
    assertThat(CommandRun.of(words).succeeded().out())
        .isEqualTo(CommandRun.of("--version").out())
        .startsWith("Offer Engine ");
  }

  @Test
  void search_asATable_fitsAHundredColumns_andSaysHowManyMatch() throws IOException {
    CommandRun few = CommandRun.line("search --offers " + offers + " --table " + CHEAPEST);
    assertPrints(few, golden("table.txt"));
    String everything = "search --table {\"limit\":10000,\"disable_bundling\":true}";
    CommandRun sample = CommandRun.line(everything).succeeded();
    assertThat(sample.out().lines()).hasSize(503).last().isEqualTo("500 shown of 500 that match");
    assertThat((few.out() + sample.out()).lines())
        .allMatch(line -> line.codePointCount(0, line.length()) <= 100);
    String none = "search --offers " + offers + " --table {\"num_gpus\":3}";
    assertThat(CommandRun.line(none).succeeded().out().lines())
        .hasSize(3)
        .last()
        .isEqualTo("0 shown of 0 that match");
  }

  @Test
  void search_ofAFile_printsTheResponse() throws IOException {
    String file =
        file(
            """
            {"id": 7, "gpu_name": "Café", "dph_base": 2, "end_date": 1100}
            {"id": 5, "gpu_name": "RTX 4090", "dph_base": 1, "end_date": 1200.5}
            """);
    CommandRun run =
        CommandRun.of("search", "--offers", file, "--now", "1000.25", CHEAPEST).succeeded();
    assertThat(ids(run.out())).containsExactly(5L, 7L);
    assertThat(run.out())
        .startsWith("{\"offers\":[{\"id\":5,")
        .contains("\"duration\":200.25", "\"gpu_name\":\"Café\"")
        .endsWith("]}" + System.lineSeparator());
  }

  @Test
  void search_withoutFile_searchesTheSampleAtItsOwnInstant() {
    CommandRun sample = CommandRun.of("search", "{}");
    assertThat(ids(sample.out())).isNotEmpty();
    assertThat(CommandRun.of("search", "--now", "1784365000", "{}")).isEqualTo(sample);
    assertThat(CommandRun.of("search", "--now", "1784365001", "{}")).isNotEqualTo(sample);
  }

  @Test
  void search_fromStandardInput_isAsFromTheArgument() {
    CommandRun fromArgument = CommandRun.line("search --offers " + offers + " " + CHEAPEST);
    assertThat(fromArgument.out()).startsWith("{\"offers\":[{\"id\":1,").endsWith("]}\n");
    assertThat(CommandRun.of(Map.of(), CHEAPEST, "search", "--offers", offers, "-"))
        .isEqualTo(fromArgument);
    CommandRun explained = explain(CHEAPEST);
    assertThat(CommandRun.of(Map.of(), CHEAPEST, "explain", "--offers", offers, "--now", NOW, "-"))
        .isEqualTo(explained);
  }

  @Test
  void explain_ofASearch_isATree() throws IOException {
    String request =
        "{\"gpu_name\":{\"in\":[\"RTX 4090\",\"a\\nb\"]},\"num_gpus\":{\"gte\":2,\"lt\":8},"
            + "\"allocated_storage\":5,"
            + "\"order\":[[\"dph_total\",\"asc\"],[\"num_gpus\",\"desc\"]]}";
    assertPrints(explain(request), golden("explain.txt"));
    assertPrints(explain("{\"disable_bundling\":true}"), golden("explain-everything.txt"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"order\":[[\"id\",\"desc\"]]} | ├─ order by id desc | ``",
        "{\"num_gpus\":{\"gte\":2,\"lt\":2}}"
            + " | ├─ the conditions contradict each other: nothing can match |    └─ matched: 0"
      })
  void explain_ofAnOrderAndOfAContradiction_saysSoOnce(String request, String line, String end) {
    String explained = explain(request).out();
    assertThat(explained.lines()).containsOnlyOnce(line);
    assertThat(explained).endsWith(end + "\n");
  }

  @Test
  void search_explained_printsTheExplanationAsItIs() {
    CommandRun outcome =
        CommandRun.line("search --offers " + offers + " --explain " + CHEAPEST).succeeded();
    assertThat(outcome.out())
        .startsWith(
            "query: everything order by dph_total asc, id asc limit 64 folded\nparameters: ")
        .contains("\nplan: ", "\nmatched: 5 rows\n");
  }

  @ParameterizedTest
  @CsvFileSource(delimiter = '|', quoteCharacter = '`', resources = "bad-lines.csv")
  void error_ofAnyCommand_isOneLineWithTheRemedy(String line, int exitCode, String message) {
    CommandRun outcome = line.isEmpty() ? CommandRun.of() : CommandRun.of(line.split(" ", -1));
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("offer-engine: ").contains(message).endsWith("\n");
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.exitCode()).isEqualTo(exitCode);
    if (exitCode == ExitCode.USAGE) {
      assertThat(outcome.err()).matches(".*; see offer-engine( [a-z-]+)* --help\\R");
    }
  }

  @Test
  void error_inAFileOfOffers_namesItsLine() throws IOException {
    String bad = file("{\"id\":1}\n{\"id\":2,\"num_gpus\":\"two\"}\n");
    for (String line : List.of("search {}", "explain {}", "serve --port 0")) {
      CommandRun outcome = CommandRun.of((line + " --offers " + bad).split(" "));
      assertThat(outcome.exitCode()).isEqualTo(3);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err())
          .startsWith("offer-engine: " + bad + ": INVALID_OFFER at /num_gpus (line 2, column ")
          .endsWith("; correct the file\n");
    }
    assertThat(CommandRun.of("search", "--offers", file("[{\"id\":1}"), "{}").err())
        .contains("INVALID_REQUEST");
  }

  @Test
  void error_ofAnIdTwice_namesBothLinesUnlessTheLastWins() throws IOException {
    String twice = file("{\"id\": 1, \"num_gpus\": 1}\n{\"id\": 1, \"num_gpus\": 2}\n");
    CommandRun run = CommandRun.of("search", "--offers", twice, "{}");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .contains("DUPLICATE_OFFER", "line 1", "line 2")
        .contains("take the last offer with --duplicates last");
    CommandRun last = CommandRun.of("search", "--duplicates", "last", "--offers", twice, "{}");
    assertThat(ids(last.out())).containsExactly(1L);
    assertThat(last.out()).contains("\"num_gpus\":2");
  }
}
