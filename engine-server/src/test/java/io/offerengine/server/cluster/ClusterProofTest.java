package io.offerengine.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Operator;
import io.offerengine.server.CommandRun;
import io.offerengine.server.cluster.FaultyProxy.Network;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.store.Database;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
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
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
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
@Tag("full")
@Timeout(value = 90, unit = TimeUnit.MINUTES)
class ClusterProofTest {
  /** As long as the test may run. */
  private static final Duration WHOLE_TIME = Duration.ofMinutes(90);

  private static final int SEARCHES = Integer.getInteger("searches", 500);
  private static final int FAULTS = Integer.getInteger("faults", 2);
  private static final List<String> FAULT_NAMES =
      List.of(
          "member killed",
          "member stopped",
          "PostgreSQL killed",
          "network silent",
          "network cut",
          "network slow",
          "lock held",
          "log restored");

  private static final int WRITERS = 3;
  private static final int SEARCHERS = 2;

  /** How long a member stands still, and a network is silent. */
  private static final Duration PAUSE = Duration.ofSeconds(FAULTS > 5 ? 30 : 3);

  /** How long writers may take to get a batch acknowledged after the last fault. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);
  private final List<GroupWriter> writers = new ArrayList<>();
  private final List<Searcher> searchers = new ArrayList<>();
  private final List<CompletableFuture<Void>> writing = new ArrayList<>();
  private final List<CompletableFuture<Void>> searching = new ArrayList<>();

  /**
   * Searches at random members, and compares each answer with that of one engine at the version
   * that the answer names. Refusals are counted and are no failures.
   */
  private static final class Searcher implements Callable<Void> {
    private final Supplier<List<TestClient>> targets;
    private final OneEngine one;
    private final Random random;
    private final AtomicLong compared = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean isOver;

    Searcher(Supplier<List<TestClient>> targets, OneEngine one, long seed) {
      this.targets = targets;
      this.one = one;
      this.random = new Random(seed);
    }

    @Override
    public Void call() {
      while (!isOver) {
        List<TestClient> now = targets.get();
        search(now.get(random.nextInt(now.size())));
      }
      return null;
    }

    private void search(TestClient target) {
      String body = RandomOffers.search(random);
      HttpResponse<String> answer;
      try {
        answer = target.post("/api/v0/bundles", body);
      } catch (UncheckedIOException unreachable) {
        refused.incrementAndGet();
        Waiting.pause(5);
        return;
      }
      if (answer.statusCode() != 200) {
        refuse(answer);
        return;
      }
      long version = answer.headers().firstValueAsLong("Offers-Version").orElseThrow();
      String expected = one.answer(version, body);
      if (!expected.equals(answer.body())) {
        throw new AssertionError(
            "%s at version %d of %s%nexpected %s%nbut was %s"
                .formatted(body, version, target.address(), expected, answer.body()));
      }
      compared.incrementAndGet();
    }

    private void refuse(HttpResponse<String> answer) {
      if (answer.statusCode() != 503 && answer.statusCode() != 409 && answer.statusCode() != 429) {
        throw new AssertionError(answer.statusCode() + " " + answer.body());
      }
      refused.incrementAndGet();
      Waiting.pause(5);
    }
  }

  @Test
  void members_whileThingsFail_answerAsOneEngine() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory);
        Database database = Database.postgresql(cluster.url());
        OneEngine one = new OneEngine(database, TestCluster.NOW)) {
      start(cluster, one);
      List<String> faults = new ArrayList<>();
      for (int fault = 0; fault < FAULTS; fault++) {
        awaitSearches(SEARCHES * fault / FAULTS);
        int next = random.nextInt(FAULT_NAMES.size());
        faults.add(FAULT_NAMES.get(next));
        fail(cluster, one, next);
        cluster.awaitReady();
      }
      awaitSearches(SEARCHES);
      awaitWrites();
      searchers.forEach(searcher -> searcher.isOver = true);
      awaitEnd(searching);
      endWriters();
      check(one);
      System.out.printf(
          "ClusterProofTest: seed %d, %d answers compared, %d refused, %d batches acknowledged,"
              + " %s%n",
          seed, compared(), refused(), acknowledged(), faults);
    }
  }

  private void start(TestCluster cluster, OneEngine one) throws Exception {
    for (int number = 0; number < WRITERS; number++) {
      GroupWriter writer = new GroupWriter(cluster::members, number, seed, 0);
      var stored = cluster.members().get(0).send("PUT", "/admin/offers", writer.first());
      assertThat(stored.statusCode()).as(stored.body()).isEqualTo(200);
      writers.add(writer);
    }
    startWriters();
    for (int number = 0; number < SEARCHERS; number++) {
      Searcher searcher = new Searcher(cluster::members, one, seed + number);
      searchers.add(searcher);
      searching.add(Together.beside(searcher));
    }
  }

  private void startWriters() {
    writing.clear();
    writers.forEach(writer -> writing.add(Together.beside(writer)));
  }

  private void endWriters() {
    writers.forEach(GroupWriter::end);
    awaitEnd(writing);
  }

  private void awaitEnd(List<CompletableFuture<Void>> all) {
    assertThat(all)
        .as("seed " + seed)
        .allSatisfy(each -> assertThat(each).succeedsWithin(WHOLE_TIME));
  }

  /** Waits until so many answers were compared, or something went wrong. */
  private void awaitSearches(long wanted) {
    await(WHOLE_TIME, () -> compared() >= wanted);
  }

  /** Waits until each writer got another batch acknowledged: after all faults, writes go on. */
  private void awaitWrites() {
    for (GroupWriter writer : writers) {
      long before = writer.acknowledged();
      await(PATIENCE, () -> writer.acknowledged() > before);
    }
  }

  /** Waits until a condition holds; fails if it does not within a time, or if something failed. */
  private void await(Duration patience, BooleanSupplier condition) {
    try {
      Waiting.until(
          patience,
          () -> {
            requireNoFailure();
            return condition.getAsBoolean();
          });
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private void requireNoFailure() {
    for (List<CompletableFuture<Void>> all : List.of(writing, searching)) {
      all.forEach(each -> assertThat(each).as("seed " + seed).isNotCompletedExceptionally());
    }
  }

  private void fail(TestCluster cluster, OneEngine one, int fault) throws Exception {
    int member = random.nextInt(3);
    switch (fault) {
      case 0 -> cluster.killMember(member);
      case 1 -> cluster.pauseMember(member, PAUSE);
      case 2 -> cluster.killDatabase();
      case 3 -> cluster.network(Network.SILENT, PAUSE);
      case 4 -> cluster.network(Network.CUT, Duration.ofSeconds(1));
      case 5 -> cluster.network(Network.SLOW, PAUSE);
      case 6 -> holdLock(cluster);
      default -> restore(cluster, one);
    }
  }

  /**
   * Restores the log to what it was some batches ago, accepts this as an operator does, and lets
   * writers go on with the numbers that are left. Searches go on all the time.
   */
  private void restore(TestCluster cluster, OneEngine one) throws Exception {
    cluster.copyLog();
    long lost = acknowledged() + 3 * WRITERS;
    await(WHOLE_TIME, () -> acknowledged() >= lost);
    endWriters();
    // Who never had what the log loses has nothing to notice, and nothing to compare.
    one.catchUp();
    long before = one.latest().version();
    cluster.awaitVersion(before);
    cluster.restoreLog();
    CommandRun.line("accept-restore --database " + cluster.url()).succeeded();
    await(WHOLE_TIME, () -> one.latest().version() >= before + 1_000_000);
    for (int number = 0; number < WRITERS; number++) {
      GroupWriter old = writers.get(number);
      Set<Long> left = counts(one.latest(), old);
      assertThat(left).as("seed " + seed + ", a group of offers").hasSize(1);
      long from = left.iterator().next();
      assertThat(from).isLessThanOrEqualTo(old.sent());
      writers.set(number, new GroupWriter(cluster::members, number, random.nextLong(), from));
    }
    assertThat(acknowledged()).as("batches that were lost").isLessThan(lost);
    startWriters();
  }

  /** Locks the head of the log as a writer does, and lets the server end the transaction. */
  private static void holdLock(TestCluster cluster) throws SQLException {
    try (Connection connection = DriverManager.getConnection(cluster.url());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET LOCAL idle_in_transaction_session_timeout = 2000");
      statement.executeUpdate("UPDATE offer_log SET number = number + 1 WHERE id = 1");
      Waiting.pause(2_500);
    } catch (SQLException endedByTheServer) {
      // As it should be: the connection can't even be closed in order.
    }
  }

  private void check(OneEngine one) {
    one.catchUp();
    requireNoFailure();
    for (GroupWriter writer : writers) {
      Set<Long> counts = counts(one.latest(), writer);
      assertThat(counts).as("seed " + seed + ", a group of offers").hasSize(1);
      assertThat(counts.iterator().next())
          .as("seed " + seed)
          .isBetween(writer.acknowledged(), writer.sent());
    }
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
          Match match = found.get(0);
          counts.add(Math.round(match.number(MarketplaceSchema.INET_UP)));
        });
    return counts;
  }

  private long compared() {
    return searchers.stream().mapToLong(searcher -> searcher.compared.get()).sum();
  }

  private long refused() {
    return searchers.stream().mapToLong(searcher -> searcher.refused.get()).sum();
  }

  private long acknowledged() {
    return writers.stream().mapToLong(GroupWriter::acknowledged).sum();
  }
}
