package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Waiting;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is saved beside writes and merges is one version, not older than its position. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SaveBesideWritesTest {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final IntegerField PRICE = ROOMS.integer("price").hot().add();
  private static final Schema SCHEMA = ROOMS.build();
  private static final int IDS = 300;
  private static final int SAVES = 15;

  private final AtomicLong applied = new AtomicLong();
  private final AtomicBoolean isOver = new AtomicBoolean();

  @Test
  void save_besideWritesAndMerges_hasOneVersionFromItsPositionOn() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    OfferEngine engine =
        OfferEngine.builder(SCHEMA).tailCapacity(64).mergeExecutor(threads).build();
    engine.apply(batch(1));
    applied.set(1);
    try (SavedOffers saved = new SavedOffers()) {
      Future<?> writer = threads.submit(() -> write(engine));
      for (int save = 0; save < SAVES; save++) {
        long position = applied.get();
        engine.save(saved.directory(), String.valueOf(position));

        OfferEngine restored = OfferEngine.builder(SCHEMA).restore(saved.directory());
        assertThat(OfferEngine.savedPosition(saved.directory())).isEqualTo("" + position);
        assertThat(onlyPrice(restored)).isGreaterThanOrEqualTo(position);
        restored.apply(batch(0));
        assertThat(onlyPrice(restored)).isZero();
      }
      isOver.set(true);
      writer.get();
      assertThat(applied.get()).isGreaterThan(SAVES);
    } finally {
      isOver.set(true);
      threads.shutdown();
    }
  }

  /** Who follows a log knows the positions of its last two batches only. */
  @Test
  void save_asksForThePosition_beforeTheNextBatchIsApplied() throws Exception {
    OfferEngine engine = OfferEngine.builder(SCHEMA).build();
    engine.apply(batch(1));
    Thread writer =
        new Thread(() -> {
          engine.apply(batch(2));
          engine.apply(batch(3));
        });
    try (SavedOffers saved = new SavedOffers()) {
      engine.save(
          saved.directory(),
          version -> {
            writer.start();
            Waiting.until(() -> writer.getState() == Thread.State.BLOCKED || !writer.isAlive());
            assertThat(engine.snapshot().version()).isEqualTo(version);
            return "" + version;
          });
      writer.join();
      assertThat(OfferEngine.savedPosition(saved.directory())).isEqualTo("1");
      assertThat(engine.snapshot().version()).isEqualTo(3);
    }
  }

  private void write(OfferEngine engine) {
    while (!isOver.get()) {
      engine.apply(batch(applied.get() + 1));
      applied.incrementAndGet();
    }
  }

  /** Returns a batch that gives all rooms one price. */
  private static OfferBatch batch(long price) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long id = 1; id <= IDS; id++) {
      batch.upsert(Offer.builder().set(SCHEMA.idField(), id).set(PRICE, price).build());
    }
    return batch.build();
  }

  private static long onlyPrice(OfferEngine engine) {
    Matches matches = engine.snapshot().search(Query.builder(SCHEMA).limit(IDS + 1).build());
    Set<Long> ids = new HashSet<>();
    Set<Long> prices = new HashSet<>();
    for (Match match : matches) {
      ids.add(match.id());
      prices.add(match.integer(PRICE));
    }
    assertThat(ids).hasSize(IDS);
    assertThat(prices).hasSize(1);
    return prices.iterator().next();
  }
}
