package io.offerengine.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.offerengine.OfferEngine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command loads each version by itself, and notices when they differ. */
class VersionsCommandTest {
  private static final int OFFERS = 600;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void execute_withTwoVersions_timesBoth() {
    int code =
        execute(
            "--base",
            classPath(),
            "--offers",
            "" + OFFERS,
            "--classes",
            "Q1,Q10",
            "--seconds",
            "0.05",
            "--warm-up",
            "0");

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString().lines().skip(1).map(line -> line.split(" +")))
        .hasSize(2)
        .allSatisfy(row -> {
          assertThat(row).hasSize(7);
          double base = Double.parseDouble(row[1]);
          double changed = Double.parseDouble(row[3]);
          assertThat(base).isPositive();
          assertThat(Double.parseDouble(row[5])).isCloseTo(changed / base, within(0.1));
        });
  }

  @Test
  void execute_withSeveralRuns_printsMediansOfRatios() {
    int code =
        execute(
            "--base",
            classPath(),
            "--offers",
            "" + OFFERS,
            "--runs",
            "3",
            "--classes",
            "Q1",
            "--seconds",
            "0.05",
            "--warm-up",
            "0");

    assertThat(code).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(6);
    double[] ratios =
        lines.subList(1, 4).stream()
            .mapToDouble(line -> VersionRow.parse(line).medianRatio())
            .sorted()
            .toArray();
    String[] medians = lines.get(5).split(" +");
    assertThat(medians).hasSize(7).startsWith("Q1");
    assertThat(Double.parseDouble(medians[1])).isCloseTo(ratios[1], within(0.01));
    assertThat(Double.parseDouble(medians[2])).isCloseTo(ratios[0], within(0.01));
    assertThat(Double.parseDouble(medians[3])).isCloseTo(ratios[2], within(0.01));
  }

  @Test
  void parse_ofAPrintedRow_readsItBack() {
    VersionRow row = new VersionRow("Q1", 2, 30.5, 1.25, 24.25);

    assertThat(VersionRow.parse(row.toString())).isEqualTo(row);
    assertThat(row.exchanged().exchanged()).isEqualTo(row);
    assertThat(row.exchanged().medianRatio()).isEqualTo(1.6);
    assertThat(row.medianRatio()).isEqualTo(0.625);
    assertThatThrownBy(() -> VersionRow.parse("no row"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a row of times: no row");
  }

  @Test
  void execute_withoutSuchJar_refuses() {
    assertThat(execute("--base", "nowhere.jar")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains(
            "--base takes a benchmarks.jar or a class path of benchmarks, but got nowhere.jar");
  }

  @Test
  void execute_ofAFolderWithoutBenchmarks_refuses(@TempDir Path empty) {
    assertThat(execute("--base", classPath(), "--changed", empty.toString()))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--changed takes a benchmarks.jar or a class path of benchmarks");
  }

  @Test
  void execute_ofUpdates_refuses() {
    assertThat(execute("--base", classPath(), "--classes", "U1"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--classes takes classes of searches, but got U1");
  }

  @Test
  void load_twice_loadsTheEngineTwice() throws Exception {
    TimedVersion one = VersionLoader.load(classPath(), OFFERS, 1, 0);
    TimedVersion other = VersionLoader.load(classPath(), OFFERS, 1, 0);

    assertThat(engineClass(one)).isNotSameAs(engineClass(other)).isNotSameAs(OfferEngine.class);
    assertThat(engineClass(one).getName()).isEqualTo(OfferEngine.class.getName());
  }

  @Test
  void run_whenOneFindsSomethingElse_fails() throws Exception {
    TimedVersion fresh = VersionLoader.load(classPath(), OFFERS, 1, 0);
    TimedVersion updated = VersionLoader.load(classPath(), OFFERS, 1, 200);

    assertThatThrownBy(() -> new VersionTurns(fresh, updated).run("Q5", TurnTimes.of(0, 0.01)))
        .isInstanceOf(VersionTurns.DifferenceException.class)
        .hasMessage("search 0 of Q5 finds something else");
  }

  private static Class<?> engineClass(TimedVersion version) throws Exception {
    return version.getClass().getClassLoader().loadClass(OfferEngine.class.getName());
  }

  private int execute(String... arguments) {
    return VersionsCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }
}
