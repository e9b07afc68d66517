package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random upserts, updates and deletes between searches, with seals and merges all the time. */
class BatchAgreementTest extends SeededProperties {
  private static final int BATCHES = 15;
  private static final int IDS = 60;

  /** What the engine should hold: offers by identifier. */
  private final Map<Long, Offer> model = new TreeMap<>();

  @Property
  void searchAndCount_betweenRandomBatches_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    model.clear();
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    try (OfferEngine engine = EngineCheck.engine(random)) {
      for (int i = 0; i < BATCHES; i++) {
        long version = engine.snapshot().version();
        assertThat(engine.apply(batch(generator, random))).isEqualTo(version + 1);
        assertThat(engine.snapshot().version()).isEqualTo(version + 1);
        assertThat(engine.snapshot().size()).as("seed=%d", seed).isEqualTo(model.size());
        if (random.nextInt(4) == 0) {
          checkQuery("seed=" + seed + " batch=" + i, engine, random);
        }
      }
      checkAll("seed=" + seed, engine);
    }
  }

  /** Engines of other sizes take up what others saved, in the middle of everything. */
  @Property(tries = 40)
  void searchAndCount_betweenRandomBatchesAndRestarts_equalTheNaiveOnes(@ForAll("seeds") long seed)
      throws IOException {
    model.clear();
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    OfferEngine never = EngineCheck.engine(random);
    OfferEngine engine = EngineCheck.engine(random);
    try (SavedOffers saved = new SavedOffers()) {
      for (int i = 0; i < BATCHES; i++) {
        OfferBatch batch = batch(generator, random);
        never.apply(batch);
        engine.apply(batch);
        if (random.nextInt(4) == 0) {
          engine = saved.restart(engine, EngineCheck.builder(random));
        }
        checkQuery("seed=" + seed + " batch=" + i, engine, random);
      }
      checkAll("seed=" + seed, engine);
      checkAll("seed=" + seed, never);
    }
  }

  /** An unknown identifier anywhere in a batch: an error, and the engine is as it was. */
  @Property
  void apply_anUnknownIdentifier_appliesNothing(@ForAll("seeds") long seed) {
    model.clear();
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    try (OfferEngine engine = EngineCheck.engine(random)) {
      engine.apply(batch(generator, random));
      Map<Long, Offer> before = new TreeMap<>(model);
      OfferBatch good = batch(generator, random);
      long unknown = 1_000_000L + random.nextInt(10);
      OfferBatch.Builder bad = OfferBatch.builder();
      int at = random.nextInt(good.size() + 1);
      for (int i = 0; i <= good.size(); i++) {
        if (i == at && random.nextBoolean()) {
          bad.delete(unknown);
        } else if (i == at) {
          bad.update(unknown, generator.changes());
        }
        if (i < good.size()) {
          add(bad, good.operations().get(i));
        }
      }
      long version = engine.snapshot().version();
      EngineException error =
          catchThrowableOfType(EngineException.class, () -> engine.apply(bad.build()));
      assertThat(error).as("seed=%d", seed).isNotNull();
      assertThat(error.code()).isEqualTo(ErrorCode.UNKNOWN_OFFER);
      assertThat(error).hasMessageContaining("no offer has the id " + unknown);
      assertThat(engine.snapshot().version()).isEqualTo(version);
      model.clear();
      model.putAll(before);
      checkQuery("seed=" + seed, engine, random);
      checkAll("seed=" + seed, engine);
    }
  }

  private void checkQuery(String replay, OfferEngine engine, Random random) {
    List<Offer> offers = new ArrayList<>(model.values());
    RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
    EngineCheck.assertAgrees(replay, engine.snapshot(), offers, queries.query());
  }

  private void checkAll(String replay, OfferEngine engine) {
    EngineCheck.assertAgrees(replay, engine.snapshot(), model.values(), NaiveQuery.EVERYTHING);
  }

  /** Returns a batch that the engine takes, and does in the model what it should do. */
  private OfferBatch batch(RandomOffers generator, Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = random.nextInt(random.nextInt(10) == 0 ? 100 : 8); i >= 0; i--) {
      List<Long> ids = new ArrayList<>(model.keySet());
      long known = ids.isEmpty() ? 0 : ids.get(random.nextInt(ids.size()));
      int kind = ids.isEmpty() ? 0 : random.nextInt(10);
      if (kind < 5) {
        Offer offer = generator.offer(generator.id(IDS));
        batch.upsert(offer);
        model.put(offer.id(), offer);
      } else if (kind < 8) {
        OfferChanges changes = generator.changes();
        batch.update(known, changes);
        model.put(known, NaiveOffer.kept(model.get(known)).with(changes));
      } else {
        batch.delete(known);
        model.remove(known);
      }
    }
    return batch.build();
  }

  private static void add(OfferBatch.Builder batch, OfferBatch.Operation operation) {
    if (operation instanceof OfferBatch.Upsert upsert) {
      batch.upsert(upsert.offer());
    } else if (operation instanceof OfferBatch.Update update) {
      batch.update(update.id(), update.changes());
    } else {
      batch.delete(operation.id());
    }
  }
}
