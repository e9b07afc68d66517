package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Replacing all offers by others, at a version of a given number. */
class ReplaceTest extends SeededProperties {
  private static final int STEPS = 12;
  private static final int IDS = 60;

  /** Merges that began before the offers were replaced end at any time afterwards. */
  @Property(tries = 200)
  void replace_betweenBatchesAndMerges_leavesTheNewOffersAlone(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    Map<Long, Offer> model = new TreeMap<>();
    Deque<Runnable> merges = new ArrayDeque<>();
    try (OfferEngine engine = EngineCheck.builder(random).mergeExecutor(merges::add).build()) {
      for (int i = 0; i < STEPS; i++) {
        if (random.nextInt(4) == 0) {
          model.clear();
          generator.offers(random.nextInt(100)).forEach(offer -> model.put(offer.id(), offer));
          long version = random.nextInt(1_000);
          engine.replace(version, model.values().iterator(), LoadListener.NONE);
          assertThat(engine.snapshot().version()).as("seed=%d", seed).isEqualTo(version);
        } else {
          long version = engine.snapshot().version();
          OfferBatch.Builder batch = OfferBatch.builder();
          for (int j = random.nextInt(20); j >= 0; j--) {
            Offer offer = generator.offer(generator.id(IDS));
            batch.upsert(offer);
            model.put(offer.id(), offer);
          }
          assertThat(engine.apply(batch.build())).as("seed=%d", seed).isEqualTo(version + 1);
        }
        while (!merges.isEmpty() && random.nextInt(3) == 0) {
          merges.remove().run();
        }
        assertThat(engine.snapshot().size()).as("seed=%d", seed).isEqualTo(model.size());
      }
      while (!merges.isEmpty()) {
        merges.remove().run();
      }
      EngineCheck.assertAgrees(
          "seed=" + seed, engine.snapshot(), model.values(), NaiveQuery.EVERYTHING);
    }
  }

  @Example
  void replace_isSeenAsAWhole_andEarlierSnapshotsStay() {
    try (OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build()) {
      engine.apply(OfferBatch.builder().upsert(offer(1)).upsert(offer(2)).build());
      Snapshot before = engine.snapshot();
      Iterator<Offer> offers =
          List.of(offer(2), offer(3)).stream()
              .peek(offer -> assertThat(engine.snapshot().version()).isEqualTo(1))
              .iterator();
      engine.replace(70, offers, LoadListener.NONE);
      assertThat(before.size()).isEqualTo(2);
      assertThat(before.version()).isEqualTo(1);
      assertThat(engine.snapshot().size()).isEqualTo(2);
      assertThat(engine.apply(OfferBatch.builder().delete(3).build())).isEqualTo(71);
      assertThatThrownBy(() -> engine.apply(OfferBatch.builder().delete(1).build()))
          .isInstanceOf(EngineException.class);
    }
  }

  @Example
  void replace_thatFails_changesNothing() {
    try (OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build()) {
      engine.apply(OfferBatch.builder().upsert(offer(1)).build());
      IllegalStateException failure = new IllegalStateException("the connection broke");
      Iterator<Offer> broken =
          List.of(offer(5), offer(6)).stream()
              .peek(offer -> {
                if (offer.id() == 6) {
                  throw failure;
                }
              })
              .iterator();
      assertThatThrownBy(() -> engine.replace(9, broken, LoadListener.NONE)).isSameAs(failure);
      assertThat(engine.snapshot().version()).isEqualTo(1);
      assertThat(engine.apply(OfferBatch.builder().delete(1).build())).isEqualTo(2);
      assertThatThrownBy(() -> engine.replace(-1, broken, LoadListener.NONE))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Example
  void listeners_learnOfReplacedOffers_amongTheBatches() {
    List<String> calls = new ArrayList<>();
    OfferListener listener =
        new OfferListener() {
          @Override
          public void applied(long version, List<ChangedOffer> changes) {
            calls.add("applied " + version);
          }

          @Override
          public void loaded(long version, long offers) {
            calls.add("loaded " + version);
          }

          @Override
          public void replaced(long version, long offers) {
            calls.add("replaced " + version + " by " + offers);
          }
        };
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema()).listener(listener).build()) {
      engine.load(List.of(offer(1)).iterator(), LoadListener.NONE);
      engine.replace(5, List.of(offer(1), offer(2)).iterator(), LoadListener.NONE);
      engine.apply(OfferBatch.builder().delete(1).build());
      assertThat(calls).containsExactly("loaded 1", "replaced 5 by 2", "applied 6");
    }
  }

  @Example
  void save_hasThePositionOfItsVersion_fromWhichAnotherEngineGoesOn() throws IOException {
    try (SavedOffers saved = new SavedOffers();
        OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build();
        OfferEngine restored = OfferEngine.builder(MarketplaceSchema.schema()).build()) {
      Path directory = saved.directory();
      engine.replace(41, List.of(offer(1)).iterator(), LoadListener.NONE);
      engine.apply(OfferBatch.builder().upsert(offer(2)).build());
      engine.save(directory, version -> "batch " + version);
      assertThat(OfferEngine.savedPosition(directory)).isEqualTo("batch 42");
      restored.restoreUnchanged(directory, 42);
      assertThat(restored.snapshot().version()).isEqualTo(42);
      assertThat(restored.snapshot().size()).isEqualTo(2);
      assertThat(restored.apply(OfferBatch.builder().delete(1).build())).isEqualTo(43);
      assertThatThrownBy(() -> restored.restoreUnchanged(directory, 42))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  private static Offer offer(long id) {
    return Offer.builder().set(MarketplaceSchema.ID, id).build();
  }
}
