package io.offerengine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Waiting;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
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

  /** Returns a schema whose derivation passes each price on. */
  private static Schema schema(DoubleConsumer prices) {
    Schema.Builder schema = Schema.builder("prices", "id");
    NumberField price = schema.number("price").add();
    schema
        .field("double_price", FieldType.NUMBER)
        .derived(
            "2 * price",
            Derivation.reading(
                List.of(price),
                offer -> {
                  prices.accept(offer.number(price));
                  return 2 * offer.number(price);
                }))
        .add();
    return schema.build();
  }

  private static OfferBatch prices(Schema schema, long... prices) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long price : prices) {
      batch.upsert(
          Offer.builder(schema)
              .put(schema.idField(), price)
              .put(schema.field("price").orElseThrow(), (double) price)
              .build());
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
    Schema own = schema(price -> lockedAt.put(price, isHeadLocked()));
    LogDatabase database = LogDatabase.open(source);
    ChangeForm form = new ChangeForm(own);
    Replica replica = new Replica(OfferEngine.builder(own), null);
    Generation generation = new Generation(own, "");
    LogFollower follower = new LogFollower(database, form, replica, generation);
    try (DurableEngine other = DurableEngine.open(schema(price -> {}), source);
        Appender appender = new Appender(database, form, replica, follower, generation)) {
      follower.load(LoadListener.NONE);
      database.<Boolean>write(session -> {
        generation.enter(session);
        return true;
      });
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
    Schema own = schema(price -> {});
    LogDatabase database = LogDatabase.open(source);
    ChangeForm form = new ChangeForm(own);
    Mark mark = Mark.open(directory);
    Replica replica = new Replica(OfferEngine.builder(own), mark);
    Generation generation = new Generation(own, "");
    LogFollower follower = new LogFollower(database, form, replica, generation);
    follower.load(LoadListener.NONE);
    database.<Boolean>write(session -> {
      generation.enter(session);
      return true;
    });
    Appender appender = new Appender(database, form, replica, follower, generation);
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
    Schema schema = schema(price -> {});
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
      assertThatThrownBy(() -> engine.apply(prices(schema, 2)))
          .isInstanceOf(LogUnavailableException.class)
          .hasMessageContaining("the batch may have been stored")
          .extracting(e -> ((LogUnavailableException) e).isInDoubt())
          .isEqualTo(true);
    }
  }
}
