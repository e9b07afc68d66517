package io.offerengine.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command loads each version by itself, and notices when they differ. */
class VersionsCommandTest {
  private static final int OFFERS = 600;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void execute_withTwoVersions_timesBoth() throws Exception {
    int code =
        execute(
            "--base",
            engine().toString(),
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
          assertThat(row).hasSize(6);
          assertThat(Double.parseDouble(row[1])).isPositive();
          assertThat(Double.parseDouble(row[3])).isPositive();
        });
  }

  @Test
  void execute_withoutSuchJar_refuses() {
    assertThat(execute("--base", "nowhere.jar")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--base takes a jar or a folder of an engine's classes, but got nowhere.jar");
  }

  @Test
  void execute_ofAFolderWithoutAnEngine_refuses(@TempDir Path empty) throws Exception {
    assertThat(execute("--base", engine().toString(), "--changed", empty.toString()))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--changed takes a jar or a folder of an engine's classes");
  }

  @Test
  void execute_ofUpdates_refuses() throws Exception {
    assertThat(execute("--base", engine().toString(), "--classes", "U1"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--classes takes classes of searches, but got U1");
  }

  @Test
  void load_twice_loadsTheEngineTwice() throws Exception {
    TimedVersion one = VersionLoader.load(engine(), OFFERS, 1, 0);
    TimedVersion other = VersionLoader.load(engine(), OFFERS, 1, 0);

    assertThat(engineClass(one)).isNotSameAs(engineClass(other)).isNotSameAs(OfferEngine.class);
    assertThat(engineClass(one).getName()).isEqualTo(OfferEngine.class.getName());
  }

  @Test
  void run_whenOneFindsSomethingElse_fails() throws Exception {
    TimedVersion fresh = VersionLoader.load(engine(), OFFERS, 1, 0);
    TimedVersion updated = VersionLoader.load(engine(), OFFERS, 1, 200);

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

  private static Path engine() throws Exception {
    return Path.of(OfferEngine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
