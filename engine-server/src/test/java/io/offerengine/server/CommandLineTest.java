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
  void search_asATable_fitsAHundredColumns() throws IOException {
    CommandRun outcome = CommandRun.line("search --offers " + offers + " --table " + CHEAPEST);
    assertPrints(outcome, golden("table.txt"));
    assertThat(outcome.out().lines())
        .allMatch(line -> line.codePointCount(0, line.length()) <= 100);
  }

  @Test
  void search_asATableOfTheSample_fitsAHundredColumns() {
    CommandRun outcome =
        CommandRun.of("search", "--table", "{\"limit\":10000,\"disable_bundling\":true}")
            .succeeded();
    assertThat(outcome.out().lines())
        .hasSize(503)
        .allMatch(line -> line.length() <= 100)
        .last()
        .isEqualTo("500 shown of 500 that match");
  }

  @Test
  void search_asATableOfNothing_saysSo() {
    CommandRun outcome =
        CommandRun.of("search", "--offers", offers, "--table", "{\"num_gpus\":3}").succeeded();
    assertThat(outcome.out().lines()).hasSize(3).last().isEqualTo("0 shown of 0 that match");
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
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | 2 | No command was given: use serve, search, explain, saved-searches, alerts,"
            + " keys, templates, backup, accept-restore or check; see offer-engine --help",
        "find | 2 | Unmatched argument at index 0: 'find'; see offer-engine --help",
        "search | 2 | Missing required parameter: 'REQUEST_JSON'; see offer-engine search --help",
        "explain | 2 | Missing required parameter: 'REQUEST_JSON'; see offer-engine explain --help",
        "search --tabel {} | 2 | Unknown option: '--tabel'; see offer-engine search --help",
        "search --table --explain {} | 2 | mutually exclusive (specify only one); see offer-engine",
        "search --now soon {} | 2 | Invalid value for option '--now'",
        "search {} {} | 2 | '{}'",
        "search --now NaN {} | 2 | --now",
        "search --now 1e400 {} | 2 | --now",
        "search --duplicates first {} | 2 | --duplicates",
        "search --offers no-such-file {} | 3 | no-such-file: no such file; check the path given",
        "search --offers src {} | 3 | src: ",
        "`search ` | 4 | the body is empty",
        "search {\"gpu_nme\":1} | 4 | did you mean gpu_name?; correct the request",
        "search {\"x\":1} | 4 | UNKNOWN_FIELD at /x (line 1, "
            + "column 2): no offer field is called x;",
        "explain {\"x\":1} | 4 | UNKNOWN_FIELD at /x (line 1, "
            + "column 2): no offer field is called x;",
        "search --table {\"limit\":-1} | 4 | from 0 to 10000, but got -1; correct the request",
        "explain nonsense | 4 | ; correct the request",
        "serve --port 99999 | 2 | from 0 to 65535, but got 99999; see offer-engine serve --help",
        "serve --age-bound 5 | 2 | '--age-bound': it needs --database beside it",
        "serve --age-bound 5 --data d | 2 | '--age-bound': it needs --database beside it",
        "serve --age-bound 0 --database jdbc:postgresql://h/d | 2 | from 1 to 86400 s",
        "serve --kafka h:1 | 2 | '--kafka': it needs --offers-topic beside it; see offer",
        "serve --kafka-config f | 2 | '--kafka-config': it needs --offers-topic beside it",
        "serve --offers-topic t | 2 | '--offers-topic': it needs --kafka HOST:PORT beside it",
        "serve --offers-topic t --kafka h:1 | 2 | in a PostgreSQL database, which --database",
        "serve --offers-topic t --kafka h:1 --data d | 2 | in a PostgreSQL database, which",
        "serve --offers-topic t --kafka h:1 --database jdbc:postgresql://h/d --offers f | 2 |"
            + " '--offers': with --offers-topic, the topic has the offers",
        "serve --data d --age-bound 5 --saved-offers files --offers-topic t --kafka h:1 --database"
            + " jdbc:postgresql://h/d | 2 | --data and --database name two databases; give one",
        "serve --database jdbc:postgresql://h/d | 2 | Missing option '--saved-offers': the service"
            + " keeps there what it has seen of the database, and neither STATE_DIRECTORY nor HOME"
            + " names a place; name a directory, or none",
        "serve --offers-topic t --kafka h:1 --kafka-config none | 2 | the file none can't be read",
        "accept-restore | 2 | No database was given: use --data DIR or --database URL",
        "keys create --user 1 | 2 | No database was given: use --data DIR or --database URL, or"
            + " name one in the environment or in the configuration file; see offer-engine keys",
        "keys list | 2 | No database was given: use --data DIR or --database URL",
        "keys revoke 1 | 2 | No database was given: use --data DIR or --database URL",
        "accept-restore --data none | 6 | none holds no database; check --data",
        "serve --deadline 0 | 2 | at least 1 ms, but got 0; see offer-engine serve --help",
        "serve --ingest-limit 0 | 2 | from 1 to 1024 MiB, but got 0; see offer-engine serve --help",
        "serve --text-cache -1 | 2 | MiB, the largest heap (java -Xmx), but got -1; see offer",
        "serve --text-cache 99999999 | 2 | '--text-cache': the cache takes from 0 to ",
        "serve --port 65536 | 2 | --port",
        "serve --port -1 | 2 | --port",
        "serve --deadline x | 2 | --deadline",
        "serve --failed-attempts -1 | 2 | --failed-attempts",
        "serve --ingest-limit 1025 | 2 | --ingest-limit",
        "serve --in-flight 0 | 2 | --in-flight",
        "serve --in-flight 99999999 | 2 | --in-flight",
        "serve --drain-seconds -1 | 2 | --drain-seconds",
        "serve --drain-seconds 3601 | 2 | --drain-seconds",
        "serve --drain-seconds soon | 2 | --drain-seconds",
        "serve --connections -1 | 2 | --connections",
        "serve --connections 1000001 | 2 | --connections",
        "serve --address-connections -1 | 2 | --address-connections",
        "serve --trusted-proxy proxy.example | 2 | --trusted-proxy",
        "serve --tls-certificate c | 2 | '--tls-certificate': it needs --tls-key FILE beside it",
        "serve --tls-key k | 2 | '--tls-key': it needs --tls-certificate FILE beside it",
        "serve --user-rate 0 | 2 | --user-rate",
        "serve --user-rate NaN | 2 | --user-rate",
        "serve --user-burst 2 | 2 | --user-burst",
        "serve --public-rate 5 | 2 | --public-rate",
        "serve --public-burst 5 | 2 | --public-burst",
        "serve --saved-offers s | 2 | '--saved-offers': it needs --data or --database beside it",
        "serve --public-search --public-rate 0 | 2 | --public-rate",
        "serve --public-search --public-rate NaN | 2 | --public-rate",
        "serve --public-search --public-burst 0 | 2 | --public-burst",
        "serve --public-search --public-burst 1000000 | 2 | --public-burst",
        "serve --admin-listen 9090 | 2 | '--admin-listen': ",
        "serve --admin-listen localhost | 2 | '--admin-listen': ",
        "serve --admin-listen localhost:99999 | 2 | '--admin-listen': ",
        "serve --admin-listen ::1:9090 | 2 | '--admin-listen': ",
        "serve --admin-listen a:b | 2 | '--admin-listen': ",
        "serve --admin-listen h:-1 | 2 | '--admin-listen': ",
        "serve --admin-listen :1 | 2 | '--admin-listen': ",
        "serve --log-format xml | 2 | '--log-format': expected one of [TEXT, JSON]"
            + " (case-insensitive) but was 'xml'",
        "serve --log-level trace | 2 | '--log-level': expected one of [ERROR, WARN, INFO, DEBUG]"
            + " (case-insensitive) but was 'trace'",
        "serve --log-level 3 | 2 | (case-insensitive) but was '3'",
        "serve --access-log maybe | 2 | '--access-log': 'maybe' is not a boolean",
        "templates | 2 | No command was given: use delete",
        "templates delete | 2 | Missing required parameter: 'TEMPLATE_ID'",
        "templates delete x | 2 | 'x' is not a long",
        "templates delete 1 2 | 2 | Unmatched argument",
        "alerts | 2 | set the variable OFFER_ENGINE_API_KEY",
        "saved-searches | 2 | No command was given: use add, list or remove",
        "saved-searches add | 2 | Missing required argument",
        "saved-searches remove x | 2 | 'x' is not a long",
        "serve --text-cache 1G | 2 | Invalid value for option '--text-cache': '1G' is not an int",
      })
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
