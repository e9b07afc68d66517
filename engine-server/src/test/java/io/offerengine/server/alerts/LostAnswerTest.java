package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.SqliteFile;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import io.offerengine.testing.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A commit takes effect although it seems to fail: the file of SQLite is away when its end is
 * checked.
 */
class LostAnswerTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final long USER = 7;

  @TempDir private Path directory;

  private final CountDownLatch isMatching = new CountDownLatch(1);
  private Database database;
  private WatchedEngine engine;

  /** Batches are compared when this is open. */
  private volatile CountDownLatch mayMatch = new CountDownLatch(0);

  private SavedSearchRegistry searches;
  private AlertLog log;
  private AlertFinder finder;

  @BeforeEach
  void openIt() {
    database = Database.sqlite(directory);
    engine = WatchedEngine.open(database, () -> TimeKey.ofSeconds(0));
    searches =
        new SavedSearchRegistry(
            database, engine.changes(), SCHEMA, AlertLimits.DEFAULTS, Runnable::run);
    log = new AlertLog(database);
    finder =
        new AlertFinder(
            database,
            engine.changes(),
            searches,
            log,
            AlertLimits.DEFAULTS,
            time -> {
              isMatching.countDown();
              await(mayMatch);
              return Instant.EPOCH;
            });
  }

  @AfterEach
  void closeIt() {
    finder.close();
    engine.close();
    database.close();
  }

  /** Runs work that blocks: the common pool may have one thread only. */
  private static CompletableFuture<?> runOnThread(Runnable work) {
    return CompletableFuture.runAsync(work, task -> new Thread(task).start());
  }

  /** Waits until the writer's turn of another thread, and takes the file away before its commit. */
  private void loseTheAnswerOf(Starting other) throws Exception {
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch isAway = new CountDownLatch(1);
    CompletableFuture<?> holder =
        runOnThread(() ->
            database.<Integer>write(connection -> {
              isHeld.countDown();
              await(isAway);
              return 0;
            }));
    isHeld.await();
    CompletableFuture<?> started = other.start();
    Path file = directory.resolve("offer-engine.db");
    ReentrantLock turn = SqliteFile.of(file).writing();
    Waiting.until(turn::hasQueuedThreads);
    Path away = directory.resolve("away.db");
    Files.move(file, away);
    isAway.countDown();
    assertThatThrownBy(holder::get).hasCauseInstanceOf(StoreException.class);
    started.handle((nothing, failure) -> 0).get(30, TimeUnit.SECONDS);
    Waiting.until(() -> !turn.hasQueuedThreads() && !turn.isLocked());
    Files.move(away, file);
  }

  /** Starts work that will wait for the writer's turn. */
  @FunctionalInterface
  private interface Starting {
    CompletableFuture<?> start() throws Exception;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void save() {
    searches.add(USER, "", 0, "{}", Query.builder(SCHEMA).build());
  }

  private void store(long id) {
    Offer offer = Offer.builder().set(MarketplaceSchema.ID, id).build();
    engine.apply(OfferBatch.builder().upsert(offer).build());
  }

  private List<Alert> alerts() throws Exception {
    log.await(USER, Duration.ofSeconds(30)).get();
    return log.read(USER, null).alerts();
  }

  @Test
  void add_whoseAnswerIsLost_isWatchedWithoutARestart() throws Exception {
    finder.start();
    CompletableFuture<?>[] saved = {null};
    loseTheAnswerOf(() -> saved[0] = runOnThread(this::save));
    assertThatThrownBy(saved[0]::get).hasCauseInstanceOf(StoreException.class);
    assertThat(searches.ofUser(USER)).hasSize(1);
    store(1);
    assertThat(alerts()).extracting(Alert::offer).containsExactly(1L);
    assertThat(searches.size()).isEqualTo(1);
  }

  @Test
  void remove_whoseAnswerIsLost_isNotWatchedAnyMore() throws Exception {
    finder.start();
    save();
    CompletableFuture<?>[] removed = {null};
    loseTheAnswerOf(() -> removed[0] = runOnThread(() -> searches.remove(USER, 1)));
    assertThatThrownBy(removed[0]::get).hasCauseInstanceOf(StoreException.class);
    assertThat(searches.ofUser(USER)).isEmpty();
    searches.head();
    assertThat(searches.size()).isZero();
  }

  @Test
  void alert_whoseAnswerIsLost_isStoredOnceAndWakesTheRequestsOfItsUser() throws Exception {
    finder.start();
    save();
    CompletableFuture<?> waiting = log.await(USER, Duration.ofMinutes(5));
    mayMatch = new CountDownLatch(1);
    store(1);
    isMatching.await();
    loseTheAnswerOf(() -> {
      mayMatch.countDown();
      return CompletableFuture.completedFuture(null);
    });
    waiting.get(30, TimeUnit.SECONDS);
    assertThat(log.read(USER, null).alerts()).extracting(Alert::offer).containsExactly(1L);
    store(2);
    assertThat(finder.status().skipped()).isZero();
  }
}
