package io.offerengine.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.server.cluster.FaultyProxy.Network;
import io.offerengine.server.offers.DatabaseLog;
import io.offerengine.server.store.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * While clients write and things fail at random moments, every answer of a cluster is that of one
 * engine at the version that the answer names, and every acknowledged batch is in the log once.
 *
 * <p>{@code -Dsearches=100000 -Dfaults=50 -Dseed=NUMBER} compares more answers, lets more fail, or
 * repeats an earlier run.
 */
@Timeout(value = 90, unit = TimeUnit.MINUTES)
class ClusterProofTest {
  private static final int SEARCHES = Integer.getInteger("searches", 1_000);
  private static final int FAULTS = Integer.getInteger("faults", 5);
  private static final List<String> FAULT_NAMES =
      List.of(
          "member killed",
          "member stopped",
          "PostgreSQL killed",
          "router killed",
          "network silent",
          "network cut",
          "network slow",
          "lock held");

  private static final int WRITERS = 3;
  private static final int SEARCHERS = 2;

  /** How long a member stands still, and a network is silent. */
  private static final Duration PAUSE = Duration.ofSeconds(FAULTS > 5 ? 30 : 3);

  @TempDir private Path directory;

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<GroupWriter> writers = new ArrayList<>();
  private final List<Searcher> searchers = new ArrayList<>();

  @Test
  void members_whileThingsFail_answerAsOneEngine() throws Exception {
    try (TestCluster cluster = TestCluster.ofMembers(directory)) {
      prove(cluster);
    }
  }

  @Test
  void shards_whileThingsFail_answerAsOneEngine() throws Exception {
    try (TestCluster cluster = TestCluster.ofShards(directory)) {
      prove(cluster);
    }
  }

  private void prove(TestCluster cluster) throws Exception {
    try (Database database = Database.postgresql(cluster.url());
        OneEngine one =
            new OneEngine(new DatabaseLog(database, MarketplaceSchema.schema()), TestCluster.NOW)) {
      List<Thread> threads = start(cluster, one);
      List<String> faults = new ArrayList<>();
      for (int fault = 0; fault < FAULTS; fault++) {
        awaitSearches(SEARCHES * fault / FAULTS);
        int next = random.nextInt(FAULT_NAMES.size());
        faults.add(FAULT_NAMES.get(next));
        fail(cluster, next);
        cluster.awaitReady();
      }
      awaitSearches(SEARCHES);
      writers.forEach(GroupWriter::end);
      searchers.forEach(Searcher::end);
      for (Thread thread : threads) {
        thread.join();
      }
      check(one);
      System.out.printf(
          "ClusterProofTest: seed %d, %d answers compared, %d refused, %d batches acknowledged,"
              + " %s%n",
          seed, compared(), refused(), acknowledged(), faults);
      assertThat(writers).as("seed " + seed).allMatch(writer -> writer.acknowledged() > 0);
    }
  }

  private List<Thread> start(TestCluster cluster, OneEngine one) throws Exception {
    List<Runnable> tasks = new ArrayList<>();
    for (int number = 0; number < WRITERS; number++) {
      GroupWriter writer = new GroupWriter(cluster::members, number, seed);
      var stored = cluster.members().get(0).send("PUT", "/admin/offers", writer.first());
      assertThat(stored.statusCode()).as(stored.body()).isEqualTo(200);
      writers.add(writer);
      tasks.add(writer);
    }
    for (int number = 0; number < SEARCHERS; number++) {
      Searcher searcher = new Searcher(cluster::targets, one, seed + number);
      searchers.add(searcher);
      tasks.add(searcher);
    }
    List<Thread> threads = tasks.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    return threads;
  }

  /** Waits until so many answers were compared, or something went wrong. */
  private void awaitSearches(long wanted) throws InterruptedException {
    while (compared() < wanted) {
      for (GroupWriter writer : writers) {
        assertThat(writer.failure()).as("seed " + seed).isNull();
      }
      for (Searcher searcher : searchers) {
        assertThat(searcher.failure()).as("seed " + seed).isNull();
      }
      Thread.sleep(10);
    }
  }

  private void fail(TestCluster cluster, int fault) throws Exception {
    int member = random.nextInt(3);
    switch (fault) {
      case 0 -> cluster.killMember(member);
      case 1 -> cluster.pauseMember(member, PAUSE);
      case 2 -> cluster.killDatabase();
      case 3 -> cluster.killRouter();
      case 4 -> cluster.network(Network.SILENT, PAUSE);
      case 5 -> cluster.network(Network.CUT, Duration.ofSeconds(1));
      case 6 -> cluster.network(Network.SLOW, PAUSE);
      default -> holdLock(cluster);
    }
  }

  /** Locks the head of the log as a writer does, and lets the server end the transaction. */
  private static void holdLock(TestCluster cluster) throws SQLException, InterruptedException {
    try (Connection connection = DriverManager.getConnection(cluster.url());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET LOCAL idle_in_transaction_session_timeout = 2000");
      statement.executeUpdate("UPDATE head SET seq = seq + 1 WHERE id = 1");
      Thread.sleep(2_500);
    } catch (SQLException endedByTheServer) {
      // As it should be: the connection can't even be closed in order.
    }
  }

  private void check(OneEngine one) throws InterruptedException {
    for (GroupWriter writer : writers) {
      assertThat(writer.failure()).as("seed " + seed).isNull();
      Set<Long> counts = Set.of();
      for (int attempt = 0; attempt < 500; attempt++) {
        counts = counts(one.latest(), writer);
        if (counts.size() == 1 && counts.iterator().next() >= writer.acknowledged()) {
          break;
        }
        Thread.sleep(20);
      }
      assertThat(counts).as("seed " + seed + ", a group of offers").hasSize(1);
      assertThat(counts.iterator().next()).isBetween(writer.acknowledged(), writer.sent());
    }
    searchers.forEach(searcher -> assertThat(searcher.failure()).as("seed " + seed).isNull());
  }

  /** Returns the numbers that the offers of a group have. */
  private static Set<Long> counts(Snapshot snapshot, GroupWriter writer) {
    Set<Long> counts = new HashSet<>();
    writer
        .ids()
        .forEach(id -> {
          Query query =
              Query.builder(snapshot.schema()).where(MarketplaceSchema.ID, Operator.EQ, id).build();
          Matches found = snapshot.search(query);
          assertThat(found.next()).as("offer " + id).isTrue();
          counts.add(Math.round(found.number(MarketplaceSchema.INET_UP)));
        });
    return counts;
  }

  private long compared() {
    return searchers.stream().mapToLong(Searcher::compared).sum();
  }

  private long refused() {
    return searchers.stream().mapToLong(Searcher::refused).sum();
  }

  private long acknowledged() {
    return writers.stream().mapToLong(GroupWriter::acknowledged).sum();
  }
}
