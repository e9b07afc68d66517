package io.offerengine.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program that follows a topic in a process of its own, with a cache, until it is stopped. */
final class FollowerProcess {
  private static final String READY = "ready";

  private final Process process;
  private final BufferedReader out;
  private final Path log;

  private FollowerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Follows a topic: the brokers, the topic and the directory of the cache are the arguments. */
  public static void main(String[] args) throws Exception {
    OfferTopic engine =
        OfferTopic.builder(TestOffers.SCHEMA, settings(args[0]), args[1])
            .directory(Path.of(args[2]))
            .follow();
    Runtime.getRuntime().addShutdownHook(new Thread(engine::close));
    System.out.println(READY);
    Thread.currentThread().join();
  }

  private static Map<String, Object> settings(String brokers) {
    return Map.of("bootstrap.servers", brokers, "enable.metrics.push", false);
  }

  /** Starts the program, without waiting until it has the offers. */
  static FollowerProcess start(String brokers, String topic, Path directory, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FollowerProcess.class.getName(),
                brokers,
                topic,
                directory.toString()));
    builder.redirectError(Redirect.appendTo(log.toFile()));
    return new FollowerProcess(builder.start(), log);
  }

  /** Waits until the program has all offers. */
  void awaitReady() throws IOException {
    String line = out.readLine();
    if (!READY.equals(line)) {
      throw new AssertionError(
          "the follower did not start, but said " + line + "; its log: " + Files.readString(log));
    }
  }

  /** Sends SIGTERM without waiting: the program saves its offers and ends. */
  void terminate() {
    process.destroy();
  }

  /** Waits until the program has ended by itself. */
  void awaitEnd() throws InterruptedException {
    process.waitFor();
  }

  /** Sends SIGKILL, and waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
