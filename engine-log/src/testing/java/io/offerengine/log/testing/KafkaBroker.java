package io.offerengine.log.testing;

import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** One real broker in a process of its own. It keeps its address and its data over restarts. */
public final class KafkaBroker implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  private final Path directory;
  private final String address;
  private @Nullable Process process;

  private KafkaBroker(Path directory, String address) {
    this.directory = directory;
    this.address = address;
  }

  /** Starts a broker with an empty directory, which {@link #close} deletes. */
  public static KafkaBroker start() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("kafka-");
    int own = freePort();
    int controller = freePort();
    KafkaBroker broker = new KafkaBroker(directory, "127.0.0.1:" + own);
    Files.write(
        directory.resolve("server.properties"),
        List.of(
            "process.roles=broker,controller",
            "node.id=1",
            "controller.quorum.voters=1@127.0.0.1:" + controller,
            "listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                .formatted(own, controller),
            "advertised.listeners=PLAINTEXT://127.0.0.1:" + own,
            "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "controller.listener.names=CONTROLLER",
            "log.dirs=" + directory.resolve("data"),
            "auto.create.topics.enable=false",
            "offsets.topic.replication.factor=1",
            "transaction.state.log.replication.factor=1",
            "transaction.state.log.min.isr=1",
            "transaction.state.log.num.partitions=1",
            "log.cleaner.dedupe.buffer.size=8388608",
            // A broker that was killed comes back as soon as its session has ended.
            "broker.session.timeout.ms=1000",
            "broker.heartbeat.interval.ms=200",
            "num.network.threads=1",
            "num.io.threads=2"));
    broker.launch();
    broker.awaitReady();
    return broker;
  }

  /** Returns a port that nobody listens on now. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Returns the address of the broker. */
  public String address() {
    return address;
  }

  /** Starts the process again, without waiting for it. */
  public void launch() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(KafkaBrokerMain.class.getName(), directory.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    process = builder.redirectOutput(Redirect.appendTo(directory.resolve("log").toFile())).start();
  }

  /** Waits until the broker answers. */
  public void awaitReady() {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            address,
            "default.api.timeout.ms",
            500,
            "request.timeout.ms",
            500,
            "enable.metrics.push",
            false);
    try (Admin admin = Admin.create(config)) {
      Waiting.until(LONGEST_START, () -> answers(admin));
    } catch (AssertionError e) {
      throw new AssertionError("the broker does not start: " + directory.resolve("log"), e);
    }
  }

  private static boolean answers(Admin admin) throws InterruptedException {
    try {
      return !admin.describeCluster().nodes().get().isEmpty();
    } catch (ExecutionException e) {
      return false;
    }
  }

  /** Kills the process with -9. */
  public void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
      process = null;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  @Override
  public void close() {
    kill();
    try {
      delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
