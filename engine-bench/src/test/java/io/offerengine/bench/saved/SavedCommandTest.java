package io.offerengine.bench.saved;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command times every kind of change, and every way finds the same searches. */
class SavedCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    return SavedCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void execute_withPeers_timesKindsPeersAndEdits() {
    int code =
        execute(
            "--offers",
            "600",
            "--searches",
            "3000",
            "--changes",
            "10",
            "--seconds",
            "0.05",
            "--peers");

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines.get(0)).startsWith("3,000 searches of ");
    for (ChangeKind kind : ChangeKind.values()) {
      assertThat(lines).anyMatch(line -> line.startsWith(kind.label()) && line.endsWith(" %"));
    }
    for (String way : List.of("loop", "counting", "Lucene", "add ", "remove ")) {
      assertThat(lines).anyMatch(line -> line.startsWith(way));
    }
    assertThat(lines)
        .anyMatch(line ->
            line.matches(
                "[1-9][\\d,]* matches of changes of all kinds, as many as the loop finds"));
    String anyOffer =
        lines.stream()
            .filter(line -> line.startsWith(ChangeKind.ANY_OFFER.label()))
            .findFirst()
            .orElseThrow();
    Scanner figures = new Scanner(anyOffer.substring(ChangeKind.ANY_OFFER.label().length()));
    // After the quantiles.
    figures.next();
    figures.next();
    assertThat(Double.parseDouble(figures.next())).as("matches of " + anyOffer).isPositive();
  }

  @Test
  void execute_withoutSearches_refuses() {
    assertThat(execute("--searches", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--searches").contains("but got 0");
  }
}
