package io.offerengine.server.offers;

import static io.offerengine.cluster.ClusterOffers.SCHEMA;
import static io.offerengine.cluster.ClusterOffers.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.ChangeLog.Bootstrap;
import io.offerengine.cluster.ChangeLog.Tail;
import io.offerengine.cluster.ClusterOffers;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.LoggedBatch;
import io.offerengine.cluster.LoggedChange;
import io.offerengine.cluster.Position;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.CutProxy;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.LogTransaction;
import io.offerengine.server.store.RestartablePostgresql;
import io.offerengine.server.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a PostgreSQL that writes each commit to the disk, while things fail. */
@Tag("full")
class DatabaseLogFaultsTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final long PATIENCE_SECONDS = 60;
  private static final int WRITERS = 4;

  @TempDir private static Path directory;

  private static RestartablePostgresql server;

  @BeforeAll
  static void startServer() throws IOException {
    server = RestartablePostgresql.durable(directory);
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  /**
   * Writers insert offers while the server is killed and started again. Every acknowledged batch is
   * in the log once, no refused one is, and the table and a follower have what the log says.
   */
  @Test
  void append_whileTheServerIsKilled_losesAndDoublesNothing() throws Exception {
    try (Database one = Database.postgresql(server.url());
        Database two = Database.postgresql(server.url());
        OfferEngine engine = OfferEngine.builder(SCHEMA).build()) {
      DatabaseLog log = new DatabaseLog(one, SCHEMA);
      Position start = log.head();
      try (LogFollower follower = new LogFollower(new DatabaseLog(two, SCHEMA), engine)) {
        follower.start();
        follower.reached(start.seq()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        Writers writers = new Writers(List.of(log, new DatabaseLog(two, SCHEMA)));
        writers.await(100);
        server.kill();
        server.start();
        writers.await(writers.acknowledged.size() + 100);
        writers.stop();
        Position head = log.head();
        follower.reached(head.seq()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        List<LoggedBatch> batches = read(log, start, head);
        assertLogged(batches, start, writers);
        try (Bootstrap all = log.bootstrap()) {
          List<Offer> table = new ArrayList<>();
          all.offers().forEachRemaining(table::add);
          assertThat(all.position()).isEqualTo(head);
          assertThat(table).hasSize((int) (head.seq() - start.seq()));
          assertThat(ClusterOffers.offers(engine.snapshot())).isEqualTo(first(table));
          assertThat(engine.snapshot().size()).isEqualTo(table.size());
        }
        assertThat(engine.snapshot().version()).isEqualTo(head.seq());
        assertThat(follower.status().reloads()).isEqualTo(1);
        assertThat(follower.status().failure()).isNull();
      }
      delete(log);
    }
  }

  /** Returns the offers that one search may return. */
  private static List<Offer> first(List<Offer> offers) {
    return offers.subList(0, Math.min(10_000, offers.size()));
  }

  private static void assertLogged(List<LoggedBatch> batches, Position start, Writers writers) {
    Set<Long> logged = new HashSet<>();
    Position last = start;
    for (LoggedBatch batch : batches) {
      assertThat(batch.position().seq()).isEqualTo(last.seq() + 1);
      assertThat(batch.previous()).isEqualTo(last.batch());
      LoggedChange only = batch.changes().get(0);
      assertThat(batch.changes()).hasSize(1);
      assertThat(logged.add(only.id())).as("offer %d is logged once", only.id()).isTrue();
      if (writers.acknowledged.containsKey(only.id())) {
        assertThat(writers.acknowledged.get(only.id())).isEqualTo(batch.position());
      }
      last = batch.position();
    }
    assertThat(logged).containsAll(writers.acknowledged.keySet());
    assertThat(logged).doesNotContainAnyElementsOf(writers.refused);
  }

  private static List<LoggedBatch> read(DatabaseLog log, Position after, Position end)
      throws InterruptedException {
    List<LoggedBatch> batches = new ArrayList<>();
    try (Tail tail = log.tail(after)) {
      while (batches.size() < end.seq() - after.seq()) {
        batches.addAll(tail.poll(WAIT));
      }
    }
    return batches;
  }

  private static void delete(DatabaseLog log) {
    OfferBatch.Builder deletions = OfferBatch.builder();
    try (Bootstrap all = log.bootstrap()) {
      all.offers().forEachRemaining(offer -> deletions.delete(offer.id()));
    }
    log.append(deletions.build());
  }

  /** The answer to a commit is lost: the batch is in the log, and the writer finds this out. */
  @Test
  void append_whoseAnswerIsLost_isAcknowledged() throws Exception {
    try (CutProxy proxy = new CutProxy(server.url());
        Database cut = Database.postgresql(proxy.url());
        Database direct = Database.postgresql(server.url())) {
      DatabaseLog log = new DatabaseLog(cut, SCHEMA);
      log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
      // The second batch reads the layout of the row, in a transaction of its own.
      log.append(OfferBatch.builder().upsert(offer(1, 3)).build());
      proxy.cutAfterCommit();
      Position position = log.append(OfferBatch.builder().upsert(offer(1, 2)).build());
      assertThat(proxy.cuts()).isEqualTo(1);
      assertThat(new DatabaseLog(direct, SCHEMA).head()).isEqualTo(position);
      delete(log);
    }
  }

  /** The commit itself is lost: the batch is not in the log, and the writer finds this out. */
  @Test
  void append_whoseCommitIsLost_isRefusedWithoutDoubt() throws Exception {
    try (CutProxy proxy = new CutProxy(server.url());
        Database cut = Database.postgresql(proxy.url());
        Database direct = Database.postgresql(server.url())) {
      DatabaseLog log = new DatabaseLog(cut, SCHEMA);
      log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
      Position before = log.append(OfferBatch.builder().upsert(offer(1, 3)).build());
      proxy.cutBeforeCommit();
      assertThatThrownBy(() -> log.append(OfferBatch.builder().upsert(offer(1, 2)).build()))
          .isInstanceOfSatisfying(
              LogUnavailableException.class, e -> assertThat(e.isInDoubt()).isFalse());
      assertThat(proxy.cuts()).isEqualTo(1);
      assertThat(new DatabaseLog(direct, SCHEMA).head()).isEqualTo(before);
      delete(log);
    }
  }

  /** A writer that stands still while it holds the head stops others for seconds only. */
  @Test
  void append_whileAnotherWriterHangs_succeedsBeforeThatOneGoesOn() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    CountDownLatch isHanging = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    try (Database one = Database.postgresql(server.url());
        Database two = Database.postgresql(server.url())) {
      Future<?> hanging =
          thread.submit(() ->
              new LogTransaction(one, new ChangeLog(), UUID.randomUUID())
                  .run((connection, batch) -> {
                    isHanging.countDown();
                    await(goesOn);
                    return new ChangeLog.Position(batch.seq(), batch.batch());
                  }));
      assertThat(isHanging.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      DatabaseLog log = new DatabaseLog(two, SCHEMA);
      Position position = log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
      assertThat(hanging).isNotDone();
      goesOn.countDown();
      assertThatThrownBy(() -> hanging.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .hasCauseInstanceOf(StoreException.class);
      assertThat(log.head()).isEqualTo(position);
      delete(log);
    } finally {
      goesOn.countDown();
      thread.shutdown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Threads that insert offers with numbers that nobody used before. */
  private static final class Writers {
    final Map<Long, Position> acknowledged = new ConcurrentHashMap<>();
    final Set<Long> refused = ConcurrentHashMap.newKeySet();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicBoolean isStopped = new AtomicBoolean();
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    private final Map<Integer, Future<?>> running = new HashMap<>();

    Writers(List<DatabaseLog> logs) {
      for (int i = 0; i < WRITERS; i++) {
        DatabaseLog log = logs.get(i % logs.size());
        running.put(i, threads.submit(() -> write(log)));
      }
    }

    private void write(DatabaseLog log) {
      while (!isStopped.get()) {
        long id = ids.incrementAndGet();
        try {
          acknowledged.put(id, log.append(OfferBatch.builder().insert(offer(id, 1)).build()));
        } catch (LogUnavailableException e) {
          if (!e.isInDoubt()) {
            refused.add(id);
          }
        }
      }
    }

    void await(int count) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (acknowledged.size() < count) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        Thread.sleep(5);
      }
    }

    void stop() throws Exception {
      isStopped.set(true);
      for (Future<?> each : running.values()) {
        each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      threads.shutdown();
    }
  }
}
