package io.offerengine;

import static io.offerengine.EngineCheck.offer;
import static io.offerengine.EngineCheck.offers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a journal hears, and what its word counts for. */
class JournalTest {
  @Test
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

  @Test
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

  private static OfferEngine engine(Journal journal) {
    return OfferEngine.builder(MarketplaceSchema.schema())
        .clock(() -> TimeKey.ofSeconds(0))
        .journal(journal)
        .tailCapacity(5)
        .maxSegmentRows(20)
        .build();
  }
}
