package io.offerengine.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The commands that start the service, or engines on a log, run from beginning to end. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ServiceCommandsTest {
  private static final int LEAST_OFFERS = 500;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(CommandLine command, String... arguments) {
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** Returns a jar that starts the service with the classes of this test. */
  private String server() throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, "io.offerengine.server.Main");
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    Path jar = folder.resolve("server.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream written = new JarOutputStream(file, manifest)) {
      written.finish();
    }
    return "--server=" + jar;
  }

  @Test
  void ingest_intoAService_printsARateForEachRound() throws IOException {
    int exit =
        run(
            IngestCommand.commandLine(),
            server(),
            "--java=-Xmx256m",
            "--offers=" + LEAST_OFFERS,
            "--batch=100",
            "--rounds=2",
            "--data=" + folder);
    assertThat(exit).as(err.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("round 1: [1-9]\\d* offers/s\\R")
        .containsPattern("round 2: [1-9]\\d* offers/s\\R")
        .contains("commit: ");
  }

  @Test
  void restart_ofAService_printsStartsAndSaves() throws IOException {
    int exit =
        run(
            RestartCommand.commandLine(),
            server(),
            "--java=-Xmx256m",
            "--offers=" + LEAST_OFFERS,
            "--data=" + Files.createDirectory(folder.resolve("data")),
            "--starts=1",
            "--late=5.1",
            "--rate=50",
            "--saves=1");
    assertThat(exit).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("stored " + LEAST_OFFERS + " offers: ", "ready from the database: ")
        .containsOnlyOnce("ready from saved offers: ")
        .containsPattern("searches from 2 to 5 s: p50 \\d+ µs, p99 \\d+ µs of 150\\R")
        .contains("searches alone: p50 ", "searches beside a save: p50 ", "a save of all: ");
  }

  @Test
  void append_toANewLog_printsRatesAndDelays() {
    int exit =
        run(
            AppendCommand.commandLine(),
            "--offers=" + LEAST_OFFERS,
            "--batch=10",
            "--writers=2",
            "--seconds=0.3");
    assertThat(exit).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("stored " + LEAST_OFFERS + " offers: ")
        .containsPattern("\\d+ batches/s, \\d+ offers/s\\R")
        .containsPattern("append p50 .* ms\\R")
        .containsPattern("visible at a member after p50 .* ms\\R");
  }

  @ParameterizedTest
  @CsvSource({
    "ingest, --batch=0, '--batch takes 1 to 100000, but got 0'",
    "ingest, --connections=5, '--connections takes 1 to 4, but got 5'",
    "ingest, --server=/no/such.jar, --server takes a jar that exists",
    "restart, --late=5, '--late takes more than 5, up to 3600, but got 5.0'",
    "append, --batch=5001, '--batch takes 1 to 5000, but got 5001'",
    "append, --members=2, '--members takes 1 without --database, but got 2'"
  })
  void command_withABadOption_saysWhatIsAllowed(String name, String option, String message)
      throws IOException {
    CommandLine command =
        switch (name) {
          case "ingest" -> IngestCommand.commandLine();
          case "restart" -> RestartCommand.commandLine();
          default -> AppendCommand.commandLine();
        };
    String[] options =
        name.equals("append") || option.startsWith("--server")
            ? new String[] {option}
            : name.equals("restart")
                ? new String[] {option, server(), "--data=" + folder}
                : new String[] {option, server()};
    assertThat(run(command, options)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message);
  }
}
