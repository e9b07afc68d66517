package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.SchemaChanges;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** An engine that was restored under a changed schema answers by that schema. */
class SchemaChangesAgreementTest extends SeededProperties {
  private static final int IDS = 90;
  private static final int SEARCHES = 12;

  @Property(tries = 300)
  void restore_underAChangedSchema_answersByIt(@ForAll("seeds") long seed) throws IOException {
    Random random = new Random(seed);
    RandomSchema before = RandomSchema.random(random);
    RandomSchema now = before.changed(random);
    String replay = "seed=" + seed + " " + before + " -> " + now;
    try (SavedOffers saved = new SavedOffers();
        OfferEngine restored = engine(now, random)) {
      Map<Long, Map<Integer, Object>> values = save(before, saved, random);

      SchemaChanges changes = restored.restore(saved.directory());

      assertThat(changes).as(replay).isEqualTo(now.since(before));
      Map<Long, Offer> offers = new TreeMap<>();
      values.forEach((id, given) -> offers.put(id, now.offer(id, before.stored(given))));
      assertAgrees(replay, restored, now, offers, random);
      Offer more = new RandomOffers(random, now).offer(random.nextInt(IDS));
      offers.put(more.id(), more);
      assertThat(restored.apply(OfferBatch.builder().upsert(more).build())).as(replay).isEqualTo(2);
      restored.save(saved.directory(), "again");
      try (OfferEngine again = engine(now, random)) {
        assertThat(again.restore(saved.directory()).isEmpty()).as(replay).isTrue();
        assertAgrees(replay, again, now, offers, random);
      }
    }
  }

  private static OfferEngine engine(RandomSchema rules, Random random) {
    return OfferEngine.builder(rules.schema())
        .tailCapacity(8)
        .maxSegmentRows(10 + random.nextInt(50))
        .build();
  }

  /** Stores and deletes offers, saves now and then and at last, and returns their values. */
  private static Map<Long, Map<Integer, Object>> save(
      RandomSchema rules, SavedOffers saved, Random random) throws IOException {
    Map<Long, Map<Integer, Object>> values = new TreeMap<>();
    RandomOffers generator = new RandomOffers(random, rules);
    try (OfferEngine engine = engine(rules, random)) {
      for (int batches = random.nextInt(12); batches >= 0; batches--) {
        OfferBatch.Builder batch = OfferBatch.builder();
        for (int i = random.nextInt(12); i >= 0; i--) {
          long id = random.nextInt(IDS);
          if (values.containsKey(id) && random.nextInt(4) == 0) {
            values.remove(id);
            batch.delete(id);
          } else {
            Offer offer = generator.offer(id);
            values.put(id, rules.values(offer));
            batch.upsert(offer);
          }
        }
        engine.apply(batch.build());
        if (random.nextInt(6) == 0) {
          engine.save(saved.directory(), "earlier");
        }
      }
      engine.save(saved.directory(), "last");
    }
    return values;
  }

  private static void assertAgrees(
      String replay,
      OfferEngine engine,
      RandomSchema rules,
      Map<Long, Offer> offers,
      Random random) {
    Snapshot snapshot = engine.snapshot();
    assertThat(snapshot.size()).as(replay).isEqualTo(offers.size());
    EngineCheck.assertAgrees(replay, snapshot, offers.values(), NaiveQuery.of(rules));
    RandomQueries queries =
        new RandomQueries(random, rules, List.copyOf(offers.values()), EngineCheck.CLOCK);
    for (int i = 0; i < SEARCHES; i++) {
      EngineCheck.assertAgrees(replay, snapshot, offers.values(), queries.query());
    }
  }
}
