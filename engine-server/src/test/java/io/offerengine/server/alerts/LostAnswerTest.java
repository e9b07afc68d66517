package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.SqliteFile;
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
  @TempDir private Path directory;

  private final CountDownLatch isMatching = new CountDownLatch(1);
  private Database database;
  private WatchedEngine engine;

  /** Batches are compared when this is open. */
  private volatile CountDownLatch mayMatch = new CountDownLatch(0);

  private AlertService service;

  @BeforeEach
  void openIt() {
    database = Database.sqlite(directory);
    engine = WatchedEngine.open(database, () -> TimeKey.ofSeconds(0));
    service =
        new AlertService(
            database,
            engine.changes(),
            AlertLimits.DEFAULTS,
            time -> {
              isMatching.countDown();
              await(mayMatch);
              return Instant.EPOCH;
            });
  }

  @AfterEach
  void closeIt() {
    service.finder.close();
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
    service.save("{}");
  }

  private void store(long id) {
    engine.apply(AlertService.batch(id));
  }

  private List<Alert> alerts() throws Exception {
    service.log.await(AlertService.USER, Duration.ofSeconds(30)).get();
    return service.log.read(AlertService.USER, null).alerts();
  }

  @Test
  void add_whoseAnswerIsLost_isWatchedWithoutARestart() throws Exception {
    service.finder.start();
    CompletableFuture<?>[] saved = {null};
    loseTheAnswerOf(() -> saved[0] = runOnThread(this::save));
    assertThatThrownBy(saved[0]::get).hasCauseInstanceOf(StoreException.class);
    assertThat(service.searches.ofUser(AlertService.USER)).hasSize(1);
    store(1);
    assertThat(alerts()).extracting(Alert::offer).containsExactly(1L);
    assertThat(service.searches.size()).isEqualTo(1);
  }

  @Test
  void remove_whoseAnswerIsLost_isNotWatchedAnyMore() throws Exception {
    service.finder.start();
    save();
    CompletableFuture<?>[] removed = {null};
    loseTheAnswerOf(
        () -> removed[0] = runOnThread(() -> service.searches.remove(AlertService.USER, 1)));
    assertThatThrownBy(removed[0]::get).hasCauseInstanceOf(StoreException.class);
    assertThat(service.searches.ofUser(AlertService.USER)).isEmpty();
    service.searches.head();
    assertThat(service.searches.size()).isZero();
  }

  @Test
  void alert_whoseAnswerIsLost_isStoredOnceAndWakesTheRequestsOfItsUser() throws Exception {
    service.finder.start();
    save();
    CompletableFuture<?> waiting = service.log.await(AlertService.USER, Duration.ofMinutes(5));
    mayMatch = new CountDownLatch(1);
    store(1);
    isMatching.await();
    loseTheAnswerOf(() -> {
      mayMatch.countDown();
      return CompletableFuture.completedFuture(null);
    });
    waiting.get(30, TimeUnit.SECONDS);
    assertThat(service.log.read(AlertService.USER, null).alerts())
        .extracting(Alert::offer)
        .containsExactly(1L);
    store(2);
    assertThat(service.finder.status().skipped()).isZero();
  }
}
