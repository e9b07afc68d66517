package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.SqliteFile;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A commit takes effect although it seems to fail: the file of SQLite is away when its end is
 * checked.
 */
class LostAnswerTest {
  @TempDir private Path directory;

  private final CountDownLatch isMatching = new CountDownLatch(1);

  /** The first batch is compared when this is open. */
  private final CountDownLatch mayMatch = new CountDownLatch(1);

  private Instant compared(Instant written) {
    isMatching.countDown();
    RouteServer.await(mayMatch);
    return Instant.EPOCH;
  }

  @Test
  void alert_whoseAnswerIsLost_isStoredOnceAndWakesTheRequestsOfItsUser() throws Exception {
    try (Database database = Database.sqlite(directory);
        AlertService service =
            new AlertService(
                database, () -> TimeKey.ofSeconds(0), AlertLimits.DEFAULTS, this::compared)) {
      service.finder.start();
      service.save("{}");
      CompletableFuture<?> waiting = service.log.await(AlertService.USER, Duration.ofMinutes(5));
      service.engine().apply(AlertService.batch(1));
      isMatching.await();
      loseTheAnswer(database);
      waiting.get(30, TimeUnit.SECONDS);
      assertThat(service.readAll()).extracting(Alert::offer).containsExactly(1L);
      service.engine().apply(AlertService.batch(2));
      assertThat(service.await(2)).extracting(Alert::offer).containsExactly(1L, 2L);
      assertThat(service.finder.status().skipped()).isZero();
    }
  }

  /** Lets the alert be stored while the writer's turn is taken, and takes the file away then. */
  private void loseTheAnswer(Database database) throws Exception {
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch isAway = new CountDownLatch(1);
    CompletableFuture<?> holder =
        Together.beside(() ->
            database.<Integer>write(sql -> {
              isHeld.countDown();
              RouteServer.await(isAway);
              return 0;
            }));
    isHeld.await();
    mayMatch.countDown();
    Path file = directory.resolve("offer-engine.db");
    ReentrantLock turn = SqliteFile.of(file).writing();
    Waiting.until(turn::hasQueuedThreads);
    Path away = directory.resolve("away.db");
    Files.move(file, away);
    isAway.countDown();
    assertThatThrownBy(holder::get).hasCauseInstanceOf(StoreException.class);
    Waiting.until(() -> !turn.hasQueuedThreads() && !turn.isLocked());
    Files.move(away, file);
  }
}
