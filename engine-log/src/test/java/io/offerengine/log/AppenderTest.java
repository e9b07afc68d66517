package io.offerengine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Waiting;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An appender beside a follower that does not run, so that it applies what others appended. */
class AppenderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final DataSource source = PostgresqlDurableEngineTest.at(PostgresqlServer.newDatabase());

  /** By price, whether the head was locked while an offer was applied. */
  private final ConcurrentHashMap<Double, Boolean> lockedAt = new ConcurrentHashMap<>();

  private static OfferBatch prices(Schema schema, long... prices) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long price : prices) {
      batch.upsert(TestOffers.priced(schema, price, (double) price));
    }
    return batch.build();
  }

  private boolean isHeadLocked() {
    try {
      TestOffers.execute(source, "SELECT 1 FROM offer_log FOR UPDATE NOWAIT");
      return false;
    } catch (SQLException e) {
      assertThat(e.getSQLState()).as("lock_not_available").isEqualTo("55P03");
      return true;
    }
  }

  /** Rule 3: a little is applied with the head locked, and much never. */
  @Test
  void append_behindOthers_appliesMuchWithoutTheLock() {
    Schema own = TestOffers.derived(price -> lockedAt.put(price, isHeadLocked()));
    Log log = Log.open(own, source, "");
    Replica replica = new Replica(OfferEngine.builder(own), null);
    LogFollower follower = new LogFollower(log, replica);
    try (DurableEngine other = DurableEngine.open(TestOffers.derived(price -> {}), source);
        Appender appender = new Appender(log, replica, follower)) {
      follower.load(LoadListener.NONE);
      log.enter();
      appender.start();

      other.apply(prices(other.schema(), 1));
      assertThat(appender.append(prices(own, 2), PATIENCE)).isEqualTo(2);
      assertThat(lockedAt.get(1.0)).isTrue();

      other.apply(prices(other.schema(), LongStream.range(1_000, 1_300).toArray()));
      assertThat(appender.append(prices(own, 3), PATIENCE)).isEqualTo(4);
      assertThat(LongStream.range(1_000, 1_300).filter(price -> lockedAt.get((double) price)))
          .isEmpty();
      assertThat(replica.engine().snapshot().size()).isEqualTo(303);
    }
  }

  /** The reload that would let the batch go on may never end. */
  @Test
  void close_whileAllOffersAreLoadedAgain_refusesWhatWaits(@TempDir Path directory)
      throws Exception {
    Schema own = TestOffers.derived(price -> {});
    Log log = Log.open(own, source, "");
    Mark mark = Mark.open(directory);
    Replica replica = new Replica(OfferEngine.builder(own), mark);
    LogFollower follower = new LogFollower(log, replica);
    follower.load(LoadListener.NONE);
    log.enter();
    Appender appender = new Appender(log, replica, follower);
    appender.start();
    // The entry is stored, and fails afterwards.
    mark.close();
    assertThatThrownBy(() -> appender.append(prices(own, 1), PATIENCE))
        .isInstanceOf(LogUnavailableException.class);
    assertThat(follower.isReloading()).isTrue();

    CompletableFuture<Throwable> waiting =
        CompletableFuture.supplyAsync(
            () -> catchThrowable(() -> appender.append(prices(own, 2), Duration.ofDays(1))));
    Waiting.until(() -> appender.waiting() == 1);
    CompletableFuture.runAsync(appender::close).get(30, TimeUnit.SECONDS);
    assertThat(waiting.get(30, TimeUnit.SECONDS))
        .isInstanceOf(LogUnavailableException.class)
        .hasMessageContaining("nothing was stored");
  }

  /**
   * Rule 4: that an identifier is absent proves nothing when the log does not reach back to where
   * the batch was decided.
   */
  @Test
  void append_whoseAnswerIsLost_isInDoubtIfTheLogWasTrimmedMeanwhile() {
    HookedSource hooked = new HookedSource(source);
    Schema schema = TestOffers.derived(price -> {});
    try (DurableEngine other = DurableEngine.open(schema, source);
        DurableEngine engine = DurableEngine.open(schema, hooked.source())) {
      engine.apply(prices(schema, 1));
      hooked.afterCommitOf(
          "INSERT INTO offer_log_entries",
          () -> {
            other.apply(prices(schema, 3));
            other.apply(prices(schema, 4));
            TestOffers.execute(
                source,
                "UPDATE offer_log SET trimmed = 3",
                "DELETE FROM offer_log_entries WHERE number <= 3");
            throw new SQLException("the connection broke", "08006");
          });
      TestOffers.assertUnavailable(true, () -> engine.apply(prices(schema, 2)))
          .hasMessageContaining("the batch may have been stored");
    }
  }
}
