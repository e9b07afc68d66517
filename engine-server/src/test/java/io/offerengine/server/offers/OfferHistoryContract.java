package io.offerengine.server.offers;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.OfferHistory;
import io.offerengine.cluster.OfferHistory.Batch;
import io.offerengine.cluster.OfferHistory.Part;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The history of offers is what their engine told, on either database. */
abstract class OfferHistoryContract {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private Database database;
  private DurableOffers durable;
  private OfferHistory history;

  /** Opens a database. */
  abstract Database open();

  @BeforeEach
  void openIt() {
    database = open();
    durable = new DurableOffers(database, SCHEMA);
    history = new DatabaseHistory(database, SCHEMA);
  }

  @AfterEach
  void closeIt() {
    database.close();
  }

  private static Offer offer(long id, Random random) {
    Offer.Builder offer =
        Offer.builder(SCHEMA)
            .set(MarketplaceSchema.ID, id)
            .set(MarketplaceSchema.GPU_NAME, "GPU\n" + random.nextInt(3))
            .set(MarketplaceSchema.DPH_BASE, random.nextInt(100) / 7.0);
    if (random.nextBoolean()) {
      offer.set(MarketplaceSchema.MACHINE_ID, random.nextInt(5));
    }
    return offer.build();
  }

  private static OfferBatch batch(Random random, Set<Long> present) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long id = 1; id <= 12; id++) {
      switch (random.nextInt(5)) {
        case 0 -> {
          batch.upsert(offer(id, random));
          present.add(id);
        }
        case 1 -> {
          if (present.remove(id)) {
            batch.delete(id);
          }
        }
        case 2 -> {
          if (present.contains(id)) {
            OfferChanges changes =
                OfferChanges.builder(SCHEMA)
                    .set(MarketplaceSchema.DPH_BASE, random.nextDouble())
                    .clear(MarketplaceSchema.MACHINE_ID)
                    .build();
            batch.update(id, changes);
          }
        }
        default -> {
          // This offer stays as it is.
        }
      }
    }
    return batch.build();
  }

  private static List<ChangedOffer> byId(List<ChangedOffer> changes) {
    return changes.stream().sorted(Comparator.comparingLong(ChangedOffer::id)).toList();
  }

  @Test
  void read_ofRandomBatches_returnsWhatTheEngineTold() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TreeMap<Long, List<ChangedOffer>> told = new TreeMap<>();
    TreeSet<Long> present = new TreeSet<>();
    try (OfferEngine engine =
        OfferEngine.builder(SCHEMA)
            .clock(() -> 0)
            .journal(changes -> {
              told.put(told.size() + 1L, byId(changes));
              durable.record(changes);
            })
            .build()) {
      while (told.size() < 30) {
        engine.apply(batch(random, present));
      }
    }
    told.values().removeIf(List::isEmpty);
    for (int i = 0; i < 40; i++) {
      long after = random.nextInt(30);
      long upTo = after + 1 + random.nextInt((int) (30 - after));
      int most = 1 + random.nextInt(60);
      Part part = history.read(after, upTo, most);
      String when = "seed %d, after %d, up to %d, most %d".formatted(seed, after, upTo, most);
      assertThat(part.isComplete()).as(when).isTrue();
      assertThat(part.end()).as(when).isBetween(after + 1, upTo);
      List<List<ChangedOffer>> read = new ArrayList<>();
      for (Batch each : part.batches()) {
        read.add(byId(each.changes()));
      }
      assertThat(read)
          .as(when)
          .isEqualTo(new ArrayList<>(told.subMap(after, false, part.end(), true).values()));
    }
  }

  /** So many later changes that they are read in several parts. */
  @Test
  void read_farBehind_undoesAllLaterChangesOfTheSameOffers() {
    Random random = new Random(3);
    List<List<ChangedOffer>> told = new ArrayList<>();
    try (OfferEngine engine =
        OfferEngine.builder(SCHEMA)
            .clock(() -> 0)
            .journal(changes -> {
              told.add(byId(changes));
              durable.record(changes);
            })
            .build()) {
      for (int i = 0; i < 9; i++) {
        OfferBatch.Builder batch = OfferBatch.builder();
        LongStream.range(0, 400).forEach(id -> batch.upsert(offer(id, random)));
        engine.apply(batch.build());
      }
    }
    for (int i = 0; i < told.size(); i++) {
      Part part = history.read(i, told.size(), 1);
      assertThat(part.end()).isEqualTo(i + 1);
      assertThat(byId(part.batches().get(0).changes())).isEqualTo(told.get(i));
    }
  }

  @Test
  void read_acrossABatchThatIsTooLargeForTheLog_isIncomplete() {
    Random random = new Random(1);
    durable.store(LongStream.range(1, 3).mapToObj(id -> offer(id, random)).iterator());
    Part part = history.read(0, 1, 10);
    assertThat(part.isComplete()).isFalse();
    assertThat(part.batches()).isEmpty();
    assertThat(part.end()).isEqualTo(1);
  }
}
