package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.Waiting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers beside a writer see all of a batch or nothing of it, and what they hold never changes.
 *
 * <p>Offers come in pairs, with a ledger beside them. A batch rewrites some of the pairs, brings
 * some and takes some away, and always rewrites the ledger, which states how many offers there are.
 * What a batch writes carries its stamp, in several fields at once; the prices of a pair move,
 * their sum stays. So each of these shows a part of a batch: an offer of two stamps, a pair of two
 * stamps or of another sum, a ledger of another stamp than the version's or of another count.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SnapshotIsolationTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final int PAIRS = 20;
  private static final long LEDGER = 2 * PAIRS;
  private static final int BATCHES = 1500;
  private static final int READERS = 2;
  private static final double PAIR_SUM = 200;
  private static final int TURNS = 8;

  private final ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);

  /** Which pairs there are, as of the batch made last. */
  private final boolean[] present = new boolean[PAIRS];

  @AfterEach
  void stopThreads() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).as("all threads ended").isTrue();
  }

  private static Offer offer(long id, double price, long stamp, long count) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.DPH_BASE, price)
        .set(MarketplaceSchema.HOST_ID, stamp)
        .set(MarketplaceSchema.SCORE, (double) stamp)
        .set(MarketplaceSchema.GPU_NAME, "stamp " + stamp)
        .set(MarketplaceSchema.CPU_ARCH, turn(stamp))
        .set(MarketplaceSchema.STATIC_IP, stamp % 2 == 1)
        .set(MarketplaceSchema.CPU_CORES, count)
        .build();
  }

  /** Returns a text that batches of many stamps write: one of few offers. */
  private static String turn(long stamp) {
    return "turn " + stamp % TURNS;
  }

  private static OfferChanges changes(Offer offer) {
    OfferChanges.Builder changes = OfferChanges.builder(SCHEMA);
    for (Field field : SCHEMA.fields()) {
      if (field.isStored() && field != MarketplaceSchema.ID && offer.has(field)) {
        UntypedValues.put(changes, field, Objects.requireNonNull(offer.value(field)));
      }
    }
    return changes.build();
  }

  /** Returns the first batch: all pairs and the ledger, stamp 0. */
  private OfferBatch start() {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int pair = 0; pair < PAIRS; pair++) {
      present[pair] = true;
      batch.upsert(offer(2L * pair, PAIR_SUM / 2, 0, 0));
      batch.upsert(offer(2L * pair + 1, PAIR_SUM / 2, 0, 0));
    }
    return batch.upsert(offer(LEDGER, 0, 0, 2 * PAIRS + 1)).build();
  }

  /** Returns a batch that touches about a third of the pairs, and the ledger. */
  private OfferBatch stamp(long stamp, Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int pair = 0; pair < PAIRS; pair++) {
      if (random.nextInt(3) > 0) {
        continue;
      }
      if (present[pair] && random.nextInt(4) == 0) {
        batch.delete(2L * pair).delete(2L * pair + 1);
        present[pair] = false;
        continue;
      }
      int price = random.nextInt(1, (int) PAIR_SUM);
      write(batch, 2L * pair, present[pair], offer(2L * pair, price, stamp, 0), random);
      double rest = PAIR_SUM - price;
      write(batch, 2L * pair + 1, present[pair], offer(2L * pair + 1, rest, stamp, 0), random);
      present[pair] = true;
    }
    long count = 1;
    for (boolean there : present) {
      count += there ? 2 : 0;
    }
    write(batch, LEDGER, true, offer(LEDGER, 0, stamp, count), random);
    return batch.build();
  }

  /** Writes an offer by an upsert or, if it is there, by an update or a delete and an upsert. */
  private static void write(
      OfferBatch.Builder batch, long id, boolean known, Offer offer, Random random) {
    int kind = known ? random.nextInt(3) : 0;
    if (kind == 1) {
      batch.update(id, changes(offer));
      return;
    }
    if (kind == 2) {
      batch.delete(id);
    }
    batch.upsert(offer);
  }

  private static OfferEngine.Builder engine() {
    return OfferEngine.builder(SCHEMA)
        .clock(() -> TimeKey.ofSeconds(0))
        .tailCapacity(16)
        .maxSegmentRows(128);
  }

  private static Query cheapestFirst() {
    return Query.builder(SCHEMA)
        .orderBy(MarketplaceSchema.DPH_BASE, Direction.ASC)
        .limit((int) LEDGER + 2)
        .fold(false)
        .build();
  }

  /** Checks that a snapshot is the outcome of whole batches; returns its stamp. */
  private static long check(Snapshot snapshot) {
    Matches matches = snapshot.search(cheapestFirst());
    long last = snapshot.version() - 1;
    Map<Long, Long> stamps = new HashMap<>();
    Map<Long, Double> sums = new HashMap<>();
    long count = 0;
    long ofLastBatch = 0;
    Map<String, Integer> turns = new HashMap<>();
    long odd = 0;
    for (Match match : matches) {
      long stamp = match.integer(MarketplaceSchema.HOST_ID);
      assertThat(match.number(MarketplaceSchema.SCORE)).isEqualTo((double) stamp);
      assertThat(match.text(MarketplaceSchema.GPU_NAME)).isEqualTo("stamp " + stamp);
      assertThat(match.flag(MarketplaceSchema.STATIC_IP)).isEqualTo(stamp % 2 == 1);
      assertThat(match.number(MarketplaceSchema.DPH_TOTAL))
          .isEqualTo(match.number(MarketplaceSchema.DPH_BASE));
      ofLastBatch += stamp == last ? 1 : 0;
      turns.merge(turn(stamp), 1, Integer::sum);
      odd += stamp % 2;
      if (match.id() == LEDGER) {
        assertThat(stamp).isEqualTo(last);
        count = match.integer(MarketplaceSchema.CPU_CORES);
        continue;
      }
      long pair = match.id() / 2;
      assertThat(stamps.computeIfAbsent(pair, absent -> stamp))
          .as("the stamp of pair %d", pair)
          .isEqualTo(stamp);
      sums.merge(pair, match.number(MarketplaceSchema.DPH_BASE), Double::sum);
    }
    assertThat(matches.size()).isEqualTo(snapshot.size()).isEqualTo((int) count);
    assertThat(sums).hasSize((int) (count - 1) / 2);
    assertThat(sums.values()).allMatch(sum -> sum == PAIR_SUM);
    Query stamped = Query.builder(SCHEMA).where("gpu_name", "eq", "stamp " + last).build();
    assertThat(snapshot.count(stamped)).isEqualTo(ofLastBatch);
    // The rows of the next batch may follow in the same tail.
    for (String turn : List.of(turn(last), turn(last + 1))) {
      Query turned =
          Query.builder(SCHEMA)
              .where("cpu_arch", "eq", turn)
              .limit((int) LEDGER + 2)
              .fold(false)
              .build();
      assertThat(snapshot.search(turned).size()).isEqualTo(turns.getOrDefault(turn, 0));
    }
    Query flagged = Query.builder(SCHEMA).where("static_ip", "eq", true).build();
    assertThat(snapshot.count(flagged)).isEqualTo(odd);
    Query priced = Query.builder(SCHEMA).where("dph_total", "gt", 0).build();
    assertThat(snapshot.count(priced)).isEqualTo(count - 1);
    checkFacets(snapshot, stamps, last, odd);
    return last;
  }

  /** Checks that the counts of a snapshot are those of its offers. */
  private static void checkFacets(Snapshot snapshot, Map<Long, Long> stamps, long last, long odd) {
    Map<Object, Long> expected = new HashMap<>();
    expected.put("stamp " + last, 1L);
    stamps.values().forEach(stamp -> expected.merge("stamp " + stamp, 2L, Long::sum));
    Facets facets =
        snapshot.facets(
            Query.builder(SCHEMA).build(),
            FacetRequest.builder()
                .values(MarketplaceSchema.GPU_NAME, 1_000)
                .values(MarketplaceSchema.STATIC_IP, 2)
                .range(MarketplaceSchema.SCORE)
                .build());
    Map<Object, Long> found = new HashMap<>();
    facets
        .values(MarketplaceSchema.GPU_NAME)
        .counts()
        .forEach(each -> found.put(each.value(), each.count()));
    assertThat(found).isEqualTo(expected);
    assertThat(snapshot.distinctTexts(MarketplaceSchema.GPU_NAME))
        .containsExactlyInAnyOrderElementsOf(
            found.keySet().stream().map(Object::toString).toList());
    assertThat(facets.version()).isEqualTo(snapshot.version());
    assertThat(facets.matched()).isEqualTo(snapshot.size());
    assertThat(facets.range(MarketplaceSchema.SCORE).greatest()).isEqualTo((double) last);
    assertThat(
            facets.values(MarketplaceSchema.STATIC_IP).counts().stream()
                .filter(each -> each.value().equals(true))
                .mapToLong(Facets.Count::count)
                .sum())
        .isEqualTo(odd);
  }

  /** Reads until the last batch, looking at every snapshot twice; returns how many it looked at. */
  private static long readAll(OfferEngine engine) {
    long checks = 1;
    Snapshot held = engine.snapshot();
    for (long last = check(held); last < BATCHES && !Thread.interrupted(); checks++) {
      Snapshot snapshot = engine.snapshot();
      long stamp = check(snapshot);
      assertThat(stamp).isGreaterThanOrEqualTo(last);
      assertThat(check(held)).isEqualTo(last);
      held = snapshot;
      last = stamp;
    }
    return checks;
  }

  @ParameterizedTest(name = "merges on a thread of their own: {0}")
  @ValueSource(booleans = {false, true})
  void readers_besideAWriter_seeWholeBatchesInOrder(boolean mergesApart) throws Exception {
    OfferEngine engine = mergesApart ? engine().mergeExecutor(threads).build() : engine().build();
    engine.apply(start());
    CountDownLatch ready = new CountDownLatch(READERS);
    List<Future<Long>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      readers.add(
          threads.submit(() -> {
            ready.countDown();
            return readAll(engine);
          }));
    }
    ready.await();
    Random random = new Random(20260101);
    for (long stamp = 1; stamp <= BATCHES; stamp++) {
      assertThat(engine.apply(stamp(stamp, random))).isEqualTo(stamp + 1);
    }
    for (Future<Long> reader : readers) {
      assertThat(reader.get()).isPositive();
    }
    assertThat(engine.stats().seals()).isPositive();
    Waiting.until(() -> engine.stats().merges() > 0);
  }

  @Test
  void snapshot_heldThroughManyBatches_neverChanges() {
    OfferEngine engine = engine().build();
    engine.apply(start());
    Random random = new Random(7);
    List<Snapshot> held = new ArrayList<>();
    List<Matches> results = new ArrayList<>();
    for (long stamp = 1; stamp <= 200; stamp++) {
      held.add(engine.snapshot());
      results.add(engine.snapshot().search(cheapestFirst()));
      engine.apply(stamp(stamp, random));
    }
    for (int i = 0; i < held.size(); i++) {
      assertThat(check(held.get(i))).isEqualTo(i);
      Match cheapest = results.get(i).get(0);
      assertThat(cheapest.id()).as("the cheapest").isEqualTo(LEDGER);
      assertThat(cheapest.integer(MarketplaceSchema.HOST_ID)).isEqualTo(i);
    }
  }
}
