package io.offerengine.server.cluster;

import static io.offerengine.server.http.TestClient.metric;

import io.offerengine.log.testing.RestartablePostgresql;
import io.offerengine.server.ServiceProcess;
import io.offerengine.server.cluster.FaultyProxy.Network;
import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * Three members on one PostgreSQL behind a proxy whose network can fail, each in a process of its
 * own.
 *
 * <p><b>Threads.</b> Faults come from one thread; {@link #members} is safe for all.
 */
final class TestCluster implements AutoCloseable {
  /** The key of an administrator at all members. */
  static final String KEY = "cluster";

  /** The time at which all processes live, so that answers can be compared byte by byte. */
  static final long NOW = 1_784_000_000;

  private static final int SIZE = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final RestartablePostgresql postgresql;
  private final FaultyProxy proxy;

  /** What each member keeps beside the database. */
  private final Path files;

  private final int[] ports = new int[SIZE];
  private final ServiceProcess[] processes = new ServiceProcess[SIZE];
  private final List<TestClient> members = new ArrayList<>();

  private TestCluster(Path directory) throws IOException {
    this.postgresql = RestartablePostgresql.durable(directory);
    this.files = directory;
    this.proxy = new FaultyProxy(URI.create(url().substring("jdbc:".length())).getPort());
  }

  /** Starts a cluster. */
  static TestCluster start(Path directory) throws Exception {
    TestCluster cluster = new TestCluster(directory);
    try {
      for (int member = 0; member < SIZE; member++) {
        try (ServerSocket free = new ServerSocket(0)) {
          cluster.ports[member] = free.getLocalPort();
        }
        cluster.startMember(member);
        cluster.members.add(cluster.processes[member].client(KEY).within(Duration.ofSeconds(20)));
      }
      cluster.awaitReady();
      return cluster;
    } catch (IOException | RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  /** Returns the address of the database, without the proxy. */
  String url() {
    return postgresql.url();
  }

  /** Returns the members, which take writes and answer searches. */
  List<TestClient> members() {
    return List.copyOf(members);
  }

  private void startMember(int member) throws IOException {
    String own = ":" + proxy.port() + "/";
    processes[member] =
        ServiceProcess.start(
            Map.of("OFFER_ENGINE_API_KEY", KEY, "OFFER_ENGINE_SECRET", "ab".repeat(32)),
            "--database " + url().replaceFirst(":[0-9]+/", own),
            "--port " + ports[member],
            "--saved-offers " + files.resolve("member-" + member),
            "--now " + NOW);
  }

  /** Kills a member and starts it again. */
  void killMember(int member) throws Exception {
    processes[member].kill();
    startMember(member);
  }

  /** Stops a member for a time. */
  void pauseMember(int member, Duration time) throws Exception {
    processes[member].pause();
    Waiting.pause(time);
    processes[member].resume();
  }

  /** Kills PostgreSQL and starts it again. */
  void killDatabase() throws IOException {
    postgresql.kill();
    postgresql.start();
  }

  /** Copies the log, as a backup does. */
  void copyLog() throws Exception {
    postgresql.copyData();
  }

  /** Waits until all members have a version, as their metrics say. */
  void awaitVersion(long version) throws Exception {
    for (TestClient member : members) {
      Waiting.until(
          PATIENCE,
          () -> metric(member.get("/metrics").body(), "offer_engine_log_position") >= version);
    }
  }

  /** Replaces the log by the copy, and waits until all members have noticed. */
  void restoreLog() throws Exception {
    postgresql.restoreData();
    for (TestClient member : members) {
      await(member, problem -> problem != null && problem.contains("accept-restore"));
    }
  }

  /** Lets the network between members and database fail for a time. */
  void network(Network failing, Duration time) {
    proxy.become(failing);
    Waiting.pause(time);
    proxy.become(Network.FINE);
  }

  /** Waits until all members are ready. */
  void awaitReady() {
    for (TestClient member : members) {
      await(member, Objects::isNull);
    }
  }

  /** Waits until what a process says of its readiness is as wanted; null means that it is ready. */
  private static void await(TestClient client, Predicate<String> wanted) {
    AtomicReference<String> problem = new AtomicReference<>();
    try {
      Waiting.until(
          PATIENCE,
          () -> {
            problem.set(problem(client));
            return wanted.test(problem.get());
          });
    } catch (AssertionError e) {
      throw new AssertionError(client.address() + " says of its readiness: " + problem, e);
    }
  }

  private static String problem(TestClient client) {
    try {
      var answer = client.get("/readyz");
      return answer.statusCode() == 200 ? null : answer.body();
    } catch (UncheckedIOException unreachable) {
      return unreachable.toString();
    }
  }

  @Override
  public void close() throws IOException {
    for (ServiceProcess process : processes) {
      if (process != null) {
        process.close();
      }
    }
    proxy.close();
    postgresql.close();
  }
}
