package io.offerengine;

import static io.offerengine.EngineCheck.offers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.NaiveBatch;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What a journal receives of a batch, beside the batch worked out naively. */
class BatchChangesTest extends SeededProperties {
  private static final int BATCHES = 12;
  private static final int IDS = 15;
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  /** The same changes in the same order, or the same error. */
  @Property
  void apply_ofRandomBatches_journalsWhatTheNaiveWayGives(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<ChangedOffer> received = new ArrayList<>();
    Map<Long, Offer> stored = new HashMap<>();
    try (OfferEngine engine = engine((version, batches) -> batches.forEach(received::addAll))) {
      for (int i = 0; i < BATCHES; i++) {
        OfferBatch batch = batch(generator, random);
        received.clear();
        Throwable refused = catchThrowable(() -> engine.apply(batch));
        String replay = "seed=" + seed + " batch=" + i;
        if (refused == null) {
          List<ChangedOffer> resolved = resolve(batch, stored);
          assertThat(resolved).as(replay).isEqualTo(received);
          store(resolved, stored);
        } else {
          assertThatThrownBy(() -> resolve(batch, stored))
              .as(replay)
              .isInstanceOf(refused.getClass())
              .hasMessage(refused.getMessage());
        }
      }
      assertThat(offers(engine)).as("seed=%d", seed).isEqualTo(normal(stored));
    }
  }

  /** What an engine stores of the changes gives the same offers, whatever part of them it holds. */
  @Property
  void apply_ofResolvedChanges_ignoringUnknownOffers_keepsAPart(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    try (OfferEngine whole = engine(Journal.NONE);
        OfferEngine part = engine(Journal.NONE)) {
      for (int i = 0; i < BATCHES; i++) {
        OfferBatch.Builder toWhole = OfferBatch.builder().ignoreUnknown();
        OfferBatch.Builder toPart = OfferBatch.builder().ignoreUnknown();
        for (OfferBatch.Operation operation : batch(generator, random).operations()) {
          boolean isInsert = operation instanceof OfferBatch.Insert;
          boolean isConditional =
              operation instanceof OfferBatch.Update update && update.precondition() != null;
          if (isInsert || isConditional) {
            continue;
          }
          toWhole.add(operation);
          if (!(operation instanceof OfferBatch.Upsert) || operation.id() % 2 == 0) {
            toPart.add(operation);
          }
        }
        long version = whole.apply(toWhole.build());
        assertThat(part.apply(toPart.build())).isEqualTo(version);
      }
      List<Offer> even = offers(whole).stream().filter(offer -> offer.id() % 2 == 0).toList();
      assertThat(offers(part)).as("seed=%d", seed).isEqualTo(even);
    }
  }

  private static List<ChangedOffer> resolve(OfferBatch batch, Map<Long, Offer> stored) {
    return NaiveBatch.resolve(batch, stored::get, StoredOffers::withoutDerivable);
  }

  private static OfferBatch batch(RandomOffers generator, Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    if (random.nextInt(3) == 0) {
      batch.ignoreUnknown();
    }
    for (int i = random.nextInt(6); i >= 0; i--) {
      Offer offer = generator.offer(generator.id(IDS));
      switch (random.nextInt(7)) {
        case 0 -> batch.insert(offer);
        case 1 -> batch.delete(offer.id());
        case 2 -> {
          OfferConditions unrented =
              OfferConditions.of(
                  Query.builder(SCHEMA)
                      .where(MarketplaceSchema.RENTED, Operator.EQ, false)
                      .build());
          batch.updateIf(offer.id(), unrented, generator.changes());
        }
        case 3, 4 -> batch.update(offer.id(), generator.changes());
        default -> batch.upsert(offer);
      }
    }
    return batch.build();
  }

  private static void store(List<ChangedOffer> changes, Map<Long, Offer> stored) {
    for (ChangedOffer change : changes) {
      Offer after = change.after();
      if (after == null) {
        stored.remove(change.id());
      } else {
        stored.put(change.id(), after);
      }
    }
  }

  /** Returns stored offers as an engine reads them back. */
  private static List<Offer> normal(Map<Long, Offer> stored) {
    try (OfferEngine engine = engine(Journal.NONE)) {
      engine.load(stored.values().iterator(), LoadListener.NONE);
      return offers(engine);
    }
  }

  private static OfferEngine engine(Journal journal) {
    return OfferEngine.builder(SCHEMA)
        .clock(() -> TimeKey.ofSeconds(0))
        .journal(journal)
        .tailCapacity(5)
        .maxSegmentRows(20)
        .build();
  }
}
