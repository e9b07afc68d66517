package io.offerengine.server.cluster;

import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.kafka.KafkaBroker;
import io.offerengine.cluster.kafka.KafkaLog;
import io.offerengine.cluster.kafka.KafkaSettings;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.CommandRun;
import io.offerengine.server.ServiceProcess;
import io.offerengine.server.ServiceProcess.Client;
import io.offerengine.server.cluster.FaultyProxy.Network;
import io.offerengine.server.offers.DatabaseLog;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.RestartablePostgresql;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Three members on one PostgreSQL, and perhaps on Kafka, behind a proxy whose network can fail,
 * each in a process of its own; if the members have shards, a router, too.
 *
 * <p><b>Threads.</b> Faults come from one thread; {@link #members} and {@link #targets} are safe
 * for all.
 */
final class TestCluster implements AutoCloseable {
  /** The key of an administrator at all members. */
  static final String KEY = "cluster";

  /** The time at which all processes live, so that answers can be compared byte by byte. */
  static final long NOW = 1_784_000_000;

  private static final int SIZE = 3;
  private static final Pattern POSITION =
      Pattern.compile("(?m)^offer_engine_log_position ([0-9.E]+)$");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String TOPIC = "offers";

  private final RestartablePostgresql postgresql;
  private final FaultyProxy proxy;
  private final boolean hasShards;

  /** The broker with the log, if it is on Kafka, and the proxy before it. */
  private KafkaBroker broker;

  private FaultyProxy brokerProxy;

  /** The database of the log that was opened. */
  private Database database;

  private Path brokerCopy;

  private final int[] ports = new int[SIZE];
  private final ServiceProcess[] processes = new ServiceProcess[SIZE];
  private final List<Client> members = new ArrayList<>();
  private RouterProcess router;
  private volatile List<Client> targets;

  private TestCluster(Path directory, boolean hasShards) throws IOException {
    this.postgresql = RestartablePostgresql.durable(directory);
    this.proxy = new FaultyProxy(URI.create(url().substring("jdbc:".length())).getPort());
    this.hasShards = hasShards;
  }

  /**
   * Starts a cluster.
   *
   * @param hasShards whether members have shards and are behind a router, instead of all offers
   * @param isOnKafka whether the log is on Kafka, instead of in the database
   */
  static TestCluster start(Path directory, boolean hasShards, boolean isOnKafka) throws Exception {
    TestCluster cluster = new TestCluster(directory, hasShards);
    try {
      if (isOnKafka) {
        cluster.startBroker();
      }
      for (int member = 0; member < SIZE; member++) {
        try (ServerSocket free = new ServerSocket(0)) {
          cluster.ports[member] = free.getLocalPort();
        }
        cluster.startMember(member);
        cluster.members.add(cluster.processes[member].client(KEY).within(Duration.ofSeconds(20)));
      }
      cluster.startRouter();
      cluster.awaitReady();
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  private void startBroker() throws Exception {
    int port = KafkaBroker.freePort();
    brokerProxy = new FaultyProxy(port);
    broker = KafkaBroker.start(port, brokerProxy.port());
  }

  /** Returns whether the log is on Kafka. */
  boolean isOnKafka() {
    return broker != null;
  }

  /** Opens the log, without the proxy. */
  ChangeLog openLog() {
    if (isOnKafka()) {
      return new KafkaLog(KafkaSettings.of(broker.address(), TOPIC), MarketplaceSchema.schema());
    }
    database = Database.postgresql(url());
    return new DatabaseLog(database, MarketplaceSchema.schema());
  }

  /** Accepts that the log was restored, as an operator does. */
  CommandRun acceptRestore() {
    return isOnKafka()
        ? CommandRun.of("accept-restore", "--kafka", broker.address(), "--kafka-topic", TOPIC)
        : CommandRun.of("accept-restore", "--database", url());
  }

  /** Returns the address of the database, without the proxy. */
  String url() {
    return postgresql.url();
  }

  /** Returns the members, which take writes. */
  List<Client> members() {
    return List.copyOf(members);
  }

  /** Returns what answers searches: the router if there is one, otherwise the members. */
  List<Client> targets() {
    return targets;
  }

  private void startMember(int member) throws IOException {
    String own = ":" + proxy.port() + "/";
    List<String> options =
        new ArrayList<>(
            List.of(
                "--follow",
                "--database",
                url().replaceFirst(":[0-9]+/", own),
                "--port",
                Integer.toString(ports[member]),
                "--now",
                Long.toString(NOW)));
    if (hasShards) {
      options.addAll(List.of("--shard", (member + 1) + "/" + SIZE));
    }
    if (isOnKafka()) {
      options.addAll(List.of("--kafka", "127.0.0.1:" + brokerProxy.port()));
      options.addAll(List.of("--kafka-topic", TOPIC));
      options.addAll(List.of("--member-url", "http://127.0.0.1:" + ports[member]));
    }
    processes[member] =
        ServiceProcess.start(
            Map.of("OFFER_ENGINE_API_KEY", KEY, "OFFER_ENGINE_SECRET", "ab".repeat(32)),
            options.toArray(String[]::new));
  }

  private void startRouter() throws IOException {
    if (hasShards) {
      List<String> shards =
          IntStream.of(ports).mapToObj(port -> "http://127.0.0.1:" + port).toList();
      router = RouterProcess.start(shards, "--now", Long.toString(NOW));
      targets = List.of(router.client(KEY).within(Duration.ofSeconds(20)));
    } else {
      targets = members();
    }
  }

  /** Kills a member and starts it again. */
  void killMember(int member) throws Exception {
    processes[member % SIZE].kill();
    startMember(member % SIZE);
  }

  /** Stops a member for a time. */
  void pauseMember(int member, Duration time) throws Exception {
    processes[member % SIZE].pause();
    Thread.sleep(time.toMillis());
    processes[member % SIZE].resume();
  }

  /** Kills PostgreSQL and starts it again. */
  void killDatabase() throws IOException {
    postgresql.kill();
    postgresql.start();
  }

  /** Kills the broker and starts it again. */
  void killBroker() throws IOException {
    broker.kill();
    broker.launch();
  }

  /** Copies the log, as a backup does. */
  void copyLog() throws Exception {
    if (isOnKafka()) {
      brokerCopy = broker.copy();
    } else {
      postgresql.copyData();
    }
  }

  /** Waits until all members have a version, as their metrics say. */
  void awaitVersion(long version) throws Exception {
    Instant end = Instant.now().plus(PATIENCE);
    for (Client member : members) {
      while (version(member) < version) {
        if (Instant.now().isAfter(end)) {
          throw new AssertionError(member.address() + " does not get the version " + version);
        }
        Thread.sleep(20);
      }
    }
  }

  private static long version(Client member) throws Exception {
    Matcher position = POSITION.matcher(member.send("GET", "/metrics", "").body());
    return position.find() ? (long) Double.parseDouble(position.group(1)) : -1;
  }

  /** Replaces the log by the copy, and waits until all members have noticed. */
  void restoreLog() throws Exception {
    if (isOnKafka()) {
      broker.restore(brokerCopy);
    } else {
      postgresql.restoreData();
    }
    for (Client member : members) {
      await(member, problem -> problem != null && problem.contains("accept-restore"));
    }
  }

  /** Kills the router, if there is one, and starts another one. */
  void killRouter() throws IOException {
    if (router != null) {
      router.close();
      startRouter();
    }
  }

  /** Lets the network between members and database fail for a time, and to the broker as well. */
  void network(Network failing, Duration time) throws InterruptedException {
    become(failing);
    Thread.sleep(time.toMillis());
    become(Network.FINE);
  }

  private void become(Network network) {
    proxy.become(network);
    if (isOnKafka()) {
      brokerProxy.become(network);
    }
  }

  /** Waits until all members and the router are ready. */
  void awaitReady() throws InterruptedException {
    List<Client> all = new ArrayList<>(members);
    all.addAll(targets);
    for (Client each : all) {
      await(each, Objects::isNull);
    }
  }

  /** Waits until what a process says of its readiness is as wanted; null means that it is ready. */
  private static void await(Client client, Predicate<String> wanted) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    for (String problem = problem(client); !wanted.test(problem); problem = problem(client)) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError(client.address() + " says of its readiness: " + problem);
      }
      Thread.sleep(20);
    }
  }

  private static String problem(Client client) throws InterruptedException {
    try {
      var answer = client.send("GET", "/readyz", "");
      return answer.statusCode() == 200 ? null : answer.body();
    } catch (IOException unreachable) {
      return unreachable.toString();
    }
  }

  @Override
  public void close() throws IOException {
    if (router != null) {
      router.close();
    }
    for (ServiceProcess process : processes) {
      if (process != null) {
        process.close();
      }
    }
    if (isOnKafka()) {
      broker.close();
      brokerProxy.close();
    }
    if (database != null) {
      database.close();
    }
    proxy.close();
    postgresql.close();
  }
}
