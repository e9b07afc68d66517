package io.offerengine.server.cli;

import static io.offerengine.server.market.TestMarket.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code search}. */
class SearchCommandTest {
  @TempDir private Path folder;
  private String offers;

  @BeforeEach
  void write() throws IOException {
    offers =
        file(
            """
            {"id": 7, "gpu_name": "Café", "dph_base": 2, "end_date": 1100}
            {"id": 5, "gpu_name": "RTX 4090", "dph_base": 1, "end_date": 1200.5}
            """);
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("offers.json"), text).toString();
  }

  private static void assertFailure(CommandRun run, int exitCode, String message) {
    assertThat(run.err()).startsWith("offer-engine: ").contains(message).endsWith("\n");
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void search_ofAFile_printsTheResponse() {
    String request = "{\"order\": [[\"dph_total\", \"asc\"]]}";
    CommandRun run = CommandRun.of("search", "--offers", offers, "--now", "1000.25", request);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(ids(run.out())).containsExactly(5L, 7L);
    assertThat(run.out())
        .startsWith("{\"offers\":[{\"id\":5,")
        .contains("\"duration\":200.25", "\"gpu_name\":\"Café\"")
        .endsWith("]}" + System.lineSeparator());
  }

  @Test
  void search_ofStandardInput_isTheSame() {
    String request = "{\"gpu_name\": \"Café\"}";
    CommandRun run = CommandRun.of(Map.of(), request, "search", "--offers", offers, "-");
    assertThat(ids(run.out())).containsExactly(7L);
    assertThat(run).isEqualTo(CommandRun.of("search", "--offers", offers, request));
  }

  @Test
  void search_withoutFile_searchesTheSampleAtItsOwnInstant() {
    CommandRun sample = CommandRun.of("search", "{}");
    assertThat(ids(sample.out())).isNotEmpty();
    assertThat(CommandRun.of("search", "--now", "1784365000", "{}")).isEqualTo(sample);
    assertThat(CommandRun.of("search", "--now", "1784365001", "{}")).isNotEqualTo(sample);
  }

  @Test
  void search_explained_printsThePlan() {
    CommandRun run = CommandRun.of("search", "--explain", "--offers", offers, "{\"id\": 5}");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("id eq 5", "plan: ", "matched: 1 row");
  }

  @Test
  void search_ofABadRequest_saysWhere() {
    CommandRun run = CommandRun.of("search", "--offers", offers, "{\"gpu_nme\": 1}");
    assertFailure(run, ExitCode.REQUEST, "UNKNOWN_FIELD at /gpu_nme (line 1, column 2): ");
    assertThat(run.err()).contains("did you mean gpu_name?; correct the request");
    assertFailure(CommandRun.of("search", ""), ExitCode.REQUEST, "the body is empty");
  }

  @Test
  void search_ofABadFile_saysLineAndField() throws IOException {
    String bad = file("{\"id\": 1}\n\n{\"id\": 2,\n \"gpu_ram\": \"much\"}\n");
    CommandRun run = CommandRun.of("search", "--offers", bad, "{}");
    assertFailure(run, ExitCode.OFFERS, bad + ": INVALID_OFFER at ");
    assertThat(run.err()).contains("gpu_ram", "(line 4, column 13)", "; correct the file");
  }

  @Test
  void search_ofAFileWithAnIdTwice_namesBothLinesUnlessTheLastWins() throws IOException {
    String twice = file("{\"id\": 1, \"num_gpus\": 1}\n{\"id\": 1, \"num_gpus\": 2}\n");
    CommandRun run = CommandRun.of("search", "--offers", twice, "{}");
    assertFailure(run, ExitCode.OFFERS, "DUPLICATE_OFFER");
    assertThat(run.err())
        .contains("line 1", "line 2", "take the last offer with --duplicates last");
    CommandRun last = CommandRun.of("search", "--duplicates", "last", "--offers", twice, "{}");
    assertThat(ids(last.out())).containsExactly(1L);
    assertThat(last.out()).contains("\"num_gpus\":2");
  }

  @Test
  void search_ofAFileThatCantBeRead_saysWhy() throws IOException {
    String missing = folder.resolve("missing.json").toString();
    assertFailure(
        CommandRun.of("search", "--offers", missing, "{}"),
        ExitCode.OFFERS,
        missing + ": no such file; check the path given to --offers");
    assertFailure(
        CommandRun.of("search", "--offers", folder.toString(), "{}"),
        ExitCode.OFFERS,
        folder + ": ");
    assertFailure(
        CommandRun.of("search", "--offers", file("[{\"id\":1}"), "{}"),
        ExitCode.OFFERS,
        "INVALID_REQUEST");
  }

  @Test
  void anyCommand_writtenWrong_saysHowInOneLine() {
    assertFailure(
        CommandRun.of(),
        ExitCode.USAGE,
        "No command was given: use serve, search, explain, saved-searches, alerts,");
    assertFailure(CommandRun.of("sreve"), ExitCode.USAGE, "see offer-engine --help");
    assertFailure(CommandRun.of("search"), ExitCode.USAGE, "REQUEST_JSON");
    assertFailure(CommandRun.of("search", "{}", "{}"), ExitCode.USAGE, "'{}'");
    assertFailure(CommandRun.of("search", "--now", "NaN", "{}"), ExitCode.USAGE, "--now");
    assertFailure(CommandRun.of("search", "--now", "1e400", "{}"), ExitCode.USAGE, "--now");
    assertFailure(
        CommandRun.of("search", "--duplicates", "first", "{}"), ExitCode.USAGE, "--duplicates");
  }

  @Test
  void help_listsOptionsAndExitCodes() {
    assertThat(CommandRun.of("--help").out()).contains("serve", "search");
    CommandRun help = CommandRun.of("search", "--help");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("--offers=FILE", "Exit codes:", "the offers can't be read");
    assertThat(CommandRun.of("--version").out()).startsWith("Offer Engine ");
  }
}
