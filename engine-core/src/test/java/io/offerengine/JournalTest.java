package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What a journal hears, and what its word counts for. */
class JournalTest extends SeededProperties {
  private static final int BATCHES = 10;
  private static final int IDS = 12;

  /** What was recorded gives the same offers again, values that could be derived included. */
  @Property
  void record_replayed_givesTheSameOffers(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    try (OfferEngine copy = engine(Journal.NONE);
        OfferEngine engine = engine((version, batches) -> copy.apply(batch(batches.get(0))))) {
      for (int i = 0; i < BATCHES; i++) {
        apply(engine, generator, random);
      }
      assertThat(offers(engine)).as("seed=%d", seed).isEqualTo(offers(copy));
    }
  }

  @Example
  void record_hearsWhatABatchComesTo() {
    List<ChangedOffer> heard = new ArrayList<>();
    try (OfferEngine engine = engine((version, batches) -> batches.forEach(heard::addAll))) {
      engine.apply(OfferBatch.builder().upsert(offer(1, 2)).upsert(offer(2, 2)).build());
      heard.clear();
      engine.apply(
          OfferBatch.builder()
              .upsert(offer(3, 1))
              .delete(3)
              .upsert(offer(1, 5))
              .upsert(offer(1, 6))
              .delete(2)
              .build());
      assertThat(heard)
          .containsExactlyInAnyOrder(
              new ChangedOffer(offer(1, 2), offer(1, 6)), new ChangedOffer(offer(2, 2), null));
      heard.clear();
      engine.apply(OfferBatch.builder().upsert(offer(9, 1)).delete(9).build());
      engine.load(List.of(offer(4, 1)).iterator(), LoadListener.NONE);
      assertThat(heard).isEmpty();
    }
  }

  @Example
  void record_thatThrows_refusesTheBatch() {
    IllegalStateException refusal = new IllegalStateException("the disk is full");
    Set<Long> refused = new HashSet<>();
    Journal full =
        (version, batches) -> {
          batches.get(0).forEach(change -> refused.add(change.id()));
          if (refused.contains(13L)) {
            throw refusal;
          }
        };
    try (OfferEngine engine = engine(full)) {
      engine.apply(OfferBatch.builder().upsert(offer(1, 1)).build());
      OfferBatch batch =
          OfferBatch.builder().upsert(offer(1, 9)).upsert(offer(13, 1)).upsert(offer(2, 1)).build();
      assertThatThrownBy(() -> engine.apply(batch)).isSameAs(refusal);
      assertThat(offers(engine)).containsExactly(offer(1, 1));
      assertThat(engine.snapshot().version()).isEqualTo(1);
    }
  }

  private static void apply(OfferEngine engine, RandomOffers generator, Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      Offer offer = generator.offer(generator.id(IDS));
      switch (random.nextInt(3)) {
        case 0 -> batch.upsert(offer);
        case 1 -> batch.update(offer.id(), generator.changes());
        default -> batch.delete(offer.id());
      }
    }
    try {
      engine.apply(batch.build());
    } catch (UnknownOfferException refused) {
      // As good as any other: the journal must not have heard of it.
    }
  }

  private static OfferBatch batch(List<ChangedOffer> changes) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (ChangedOffer change : changes) {
      Offer after = change.after();
      if (after == null) {
        batch.delete(change.id());
      } else {
        batch.upsert(after);
      }
    }
    return batch.build();
  }

  private static OfferEngine engine(Journal journal) {
    return OfferEngine.builder(MarketplaceSchema.schema())
        .clock(() -> TimeKey.ofSeconds(0))
        .journal(journal)
        .tailCapacity(5)
        .maxSegmentRows(20)
        .build();
  }

  private static Offer offer(long id, double price) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.DPH_BASE, price)
        .build();
  }

  private static List<Offer> offers(OfferEngine engine) {
    Query everything = Query.builder(engine.schema()).orderById().fold(false).limit(10_000).build();
    return engine.snapshot().search(everything).toList(Match::toOffer);
  }
}
