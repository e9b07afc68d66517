package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.offerengine.server.cli.CommandContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The result of a command.
 *
 * @param exitCode the exit code
 * @param out the standard output
 * @param err the standard error
 */
public record CommandRun(int exitCode, String out, String err) {
  /** Runs a command without environment and input. */
  public static CommandRun of(String... args) {
    return of(Map.of(), "", args);
  }

  /** Runs a command of words between blanks. */
  public static CommandRun line(String words) {
    return of(words.split(" ", -1));
  }

  /** Runs a command. */
  public static CommandRun of(Map<String, String> environment, String input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            new CommandContext(
                environment,
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                new PrintStream(out, false, UTF_8),
                new PrintStream(err, false, UTF_8)),
            args);
    return new CommandRun(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Runs a program of the machine without input; its errors are part of its output. */
  public static CommandRun ofProgram(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new CommandRun(process.waitFor(), out, "");
  }

  /** Skips a test on a machine that lacks a program. */
  static void assumeInstalled(String program) {
    assumeTrue(installed(program).findAny().isPresent(), program + " is not installed");
  }

  /** Returns the places on the PATH that have a program. */
  public static Stream<Path> installed(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file));
  }

  /** Checks that the command failed, and what its error names; returns the run. */
  public CommandRun failed(int code, String... parts) {
    assertThat(exitCode).as(err).isEqualTo(code);
    for (String part : parts) {
      assertThat(err).contains(part);
    }
    return this;
  }

  /** Checks that the command succeeded without a word of error; returns the run. */
  public CommandRun succeeded() {
    assertThat(err).isEmpty();
    assertThat(exitCode).as(out).isZero();
    return this;
  }
}
