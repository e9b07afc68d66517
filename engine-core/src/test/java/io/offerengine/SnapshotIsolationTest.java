package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers beside a writer see all of a batch or nothing of it, and what they hold never changes.
 *
 * <p>Every batch gives all offers the same stamp, in three fields at once, and moves money between
 * two of them: whoever sees two stamps, or another sum, has seen a part of a batch.
 */
class SnapshotIsolationTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final int OFFERS = 40;
  private static final int BATCHES = 1500;
  private static final int READERS = 2;
  private static final double SUM = OFFERS * 100.0;

  private final ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  private static Offer offer(long id, double price, long stamp) {
    return Offer.builder(SCHEMA)
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.DPH_BASE, price)
        .set(MarketplaceSchema.HOST_ID, stamp)
        .set(MarketplaceSchema.SCORE, (double) stamp)
        .set(MarketplaceSchema.GPU_NAME, "stamp " + stamp)
        .build();
  }

  /** Returns the first batch: prices of a hundred each, stamp 0. */
  private static OfferBatch start(double[] prices) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = 0; id < OFFERS; id++) {
      prices[id] = 100;
      batch.upsert(offer(id, 100, 0));
    }
    return batch.build();
  }

  /** Returns a batch that stamps every offer by an upsert, an update, or a delete and an upsert. */
  private static OfferBatch stamp(double[] prices, long stamp, Random random) {
    int from = random.nextInt(OFFERS);
    int to = random.nextInt(OFFERS);
    int moved = random.nextInt(20);
    prices[from] -= moved;
    prices[to] += moved;
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = 0; id < OFFERS; id++) {
      int kind = random.nextInt(3);
      if (kind == 0) {
        batch.update(
            id,
            OfferChanges.builder(SCHEMA)
                .set(MarketplaceSchema.DPH_BASE, prices[id])
                .set(MarketplaceSchema.HOST_ID, stamp)
                .set(MarketplaceSchema.SCORE, (double) stamp)
                .set(MarketplaceSchema.GPU_NAME, "stamp " + stamp)
                .build());
        continue;
      }
      if (kind == 1) {
        batch.delete(id);
      }
      batch.upsert(offer(id, prices[id], stamp));
    }
    return batch.build();
  }

  private static OfferEngine.Builder engine() {
    return OfferEngine.builder(SCHEMA).clock(() -> 0).tailCapacity(64).maxSegmentRows(128);
  }

  private static Query cheapestFirst() {
    return Query.builder(SCHEMA)
        .orderBy(MarketplaceSchema.DPH_BASE, io.offerengine.query.Direction.ASC)
        .limit(OFFERS + 1)
        .fold(false)
        .build();
  }

  /** Checks that a snapshot is the outcome of whole batches; returns its stamp. */
  private static long check(Snapshot snapshot) {
    Matches matches = snapshot.search(cheapestFirst());
    assertThat(matches.size()).isEqualTo(OFFERS);
    assertThat(snapshot.size()).isEqualTo(OFFERS);
    long stamp = snapshot.version() - 1;
    double sum = 0;
    while (matches.next()) {
      assertThat(matches.integer(MarketplaceSchema.HOST_ID)).isEqualTo(stamp);
      assertThat(matches.number(MarketplaceSchema.SCORE)).isEqualTo((double) stamp);
      assertThat(matches.text(MarketplaceSchema.GPU_NAME)).isEqualTo("stamp " + stamp);
      sum += matches.number(MarketplaceSchema.DPH_BASE);
    }
    assertThat(sum).isEqualTo(SUM);
    Query stamped = Query.builder(SCHEMA).where("gpu_name", "eq", "stamp " + stamp).build();
    assertThat(snapshot.count(stamped)).isEqualTo(OFFERS);
    return stamp;
  }

  @ParameterizedTest(name = "merges on a thread of their own: {0}")
  @ValueSource(booleans = {false, true})
  void readers_besideAWriter_seeWholeBatchesInOrder(boolean mergesApart) throws Exception {
    OfferEngine engine = mergesApart ? engine().mergeExecutor(threads).build() : engine().build();
    double[] prices = new double[OFFERS];
    engine.apply(start(prices));
    CountDownLatch ready = new CountDownLatch(READERS);
    List<Future<Long>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      readers.add(
          threads.submit(() -> {
            ready.countDown();
            long checks = 0;
            for (long last = 0; last < BATCHES && !Thread.interrupted(); checks++) {
              long stamp = check(engine.snapshot());
              assertThat(stamp).isGreaterThanOrEqualTo(last);
              last = stamp;
            }
            return checks;
          }));
    }
    ready.await();
    Random random = new Random(20260101);
    for (long stamp = 1; stamp <= BATCHES; stamp++) {
      assertThat(engine.apply(stamp(prices, stamp, random))).isEqualTo(stamp + 1);
    }
    for (Future<Long> reader : readers) {
      assertThat(reader.get()).isPositive();
    }
    assertThat(engine.stats().seals()).isPositive();
    assertThat(engine.stats().merges()).isPositive();
  }

  @Test
  void snapshot_heldThroughManyBatches_neverChanges() {
    OfferEngine engine = engine().build();
    double[] prices = new double[OFFERS];
    engine.apply(start(prices));
    Random random = new Random(7);
    List<Snapshot> held = new ArrayList<>();
    List<Matches> results = new ArrayList<>();
    for (long stamp = 1; stamp <= 200; stamp++) {
      held.add(engine.snapshot());
      results.add(engine.snapshot().search(cheapestFirst()));
      engine.apply(stamp(prices, stamp, random));
    }
    for (int i = 0; i < held.size(); i++) {
      assertThat(check(held.get(i))).isEqualTo(i);
      assertThat(results.get(i).next()).isTrue();
      assertThat(results.get(i).integer(MarketplaceSchema.HOST_ID)).isEqualTo(i);
    }
  }

  @Test
  void writers_onTwoThreads_loseNoBatch() throws Exception {
    OfferEngine engine = engine().build();
    List<Future<?>> writers = new ArrayList<>();
    for (int writer = 0; writer < 2; writer++) {
      long first = writer * 1000L;
      writers.add(
          threads.submit(() -> {
            for (int i = 0; i < 500; i++) {
              engine.apply(OfferBatch.builder().upsert(offer(first + i, i, i)).build());
            }
          }));
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
    assertThat(engine.snapshot().version()).isEqualTo(1000);
    assertThat(engine.snapshot().size()).isEqualTo(1000);
    assertThat(engine.snapshot().count(Query.builder(SCHEMA).build())).isEqualTo(1000);
  }
}
