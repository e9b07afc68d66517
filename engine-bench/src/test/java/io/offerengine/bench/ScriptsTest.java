package io.offerengine.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripts that start the service run from beginning to end, with the classes of this test. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ScriptsTest {
  @TempDir private Path folder;

  /** What a script printed, errors included, and how it ended. */
  private record Ended(String output, int exit) {}

  private Ended run(String script, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", "scripts/" + script));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    try (ServerSocket free = new ServerSocket(0)) {
      builder.environment().put("PORT", Integer.toString(free.getLocalPort()));
    }
    builder.environment().put("SECONDS_OF_LOAD", "0.5");
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java") + " -Xmx256m ";
    builder.environment().put("SERVICE", java + "io.offerengine.server.Main");
    builder.environment().put("BENCHMARKS", java + "io.offerengine.bench.Main");
    int exit = builder.start().waitFor();
    return new Ended(Files.readString(output, UTF_8), exit);
  }

  @Test
  void ingest_printsARateForEachRound() throws Exception {
    Ended ended = run("ingest", "500", "100", "2");
    assertThat(ended.exit()).as(ended.output()).isZero();
    assertThat(ended.output())
        .containsPattern("round 1: [1-9]\\d* offers/s\\R")
        .containsPattern("round 2: [1-9]\\d* offers/s\\R");
  }

  @Test
  void ingest_whoseServiceDoesNotStart_saysWhy() throws Exception {
    Ended ended = run("ingest", "500", "100", "1", "--no-such-option");
    assertThat(ended.exit()).isNotZero();
    assertThat(ended.output()).contains("--no-such-option").doesNotContain("round");
  }

  @Test
  void restart_printsStartsAndSearches() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Ended ended = run("restart", data.toString(), "500", "1");
    assertThat(ended.exit()).as(ended.output()).isZero();
    assertThat(ended.output())
        .containsPattern("ready from the database: \\d+\\.\\d\\d s\\R")
        .containsPattern("stop, which saves all offers: \\d+\\.\\d\\d s\\R")
        .containsOnlyOnce("ready from saved offers: ")
        .containsPattern("searches at once:\\R[^|]*\\| connections")
        .containsPattern("searches later:\\R[^|]*\\| connections");
  }
}
