package io.offerengine;

import static io.offerengine.EngineCheck.offer;
import static io.offerengine.EngineCheck.offers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ConflictException;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Several batches with one call of the journal, and batches at a version that others decided. */
class ApplyEachTest extends SeededProperties {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private final List<List<ChangedOffer>> journal = new ArrayList<>();

  /** What the journal does when it is called. */
  private LongConsumer recording = version -> {};

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA)
          .tailCapacity(4)
          .journal((version, batches) -> {
            recording.accept(version);
            journal.addAll(batches);
          })
          .build();

  private static OfferBatch upsert(long id, double price) {
    return OfferBatch.builder().upsert(offer(id, price)).build();
  }

  private static OfferBatch update(long id, double price) {
    OfferChanges cheaper = OfferChanges.builder().set(MarketplaceSchema.DPH_BASE, price).build();
    return OfferBatch.builder().update(id, cheaper).build();
  }

  private static OfferBatch delete(long id) {
    return OfferBatch.builder().delete(id).build();
  }

  @Example
  void applyEach_ofGoodAndBadBatches_appliesTheGoodOnesAsVersionsOfTheirOwn() {
    engine.load(List.of(offer(1, 1)).iterator(), LoadListener.NONE);
    assertThat(journal).as("loads are not recorded").isEmpty();
    recording =
        version -> {
          assertThat(version).isEqualTo(1);
          assertThat(engine.snapshot().version()).isEqualTo(1);
        };

    List<BatchResult> results =
        engine.applyEach(
            List.of(
                upsert(2, 2),
                update(9, 1),
                OfferBatch.builder().insert(offer(1, 7)).build(),
                OfferBatch.builder().build(),
                upsert(3, 3)));

    assertThat(results).extracting(BatchResult::version).containsExactly(2L, 1L, 1L, 2L, 3L);
    assertThat(results.get(1).refusal()).isInstanceOf(UnknownOfferException.class);
    assertThat(results.get(2).refusal()).isInstanceOf(ConflictException.class);
    assertThat(results.get(3).refusal()).isNull();
    assertThat(journal)
        .containsExactly(
            List.of(new ChangedOffer(null, offer(2, 2))),
            List.of(new ChangedOffer(null, offer(3, 3))));
    assertThat(offers(engine)).containsExactly(offer(1, 1), offer(2, 2), offer(3, 3));
  }

  @Example
  void apply_ofBatchesThatChangeNothing_publishesNothing() {
    recording = version -> assertThat(version).isZero();
    OfferBatch unknown = OfferBatch.builder().delete(1).ignoreUnknown().build();
    OfferBatch undone = OfferBatch.builder().insert(offer(1, 1)).delete(1).build();

    assertThat(engine.apply(OfferBatch.builder().build())).isZero();
    assertThat(engine.apply(unknown)).isZero();
    assertThat(engine.apply(undone)).isZero();
    assertThat(engine.snapshot().version()).isZero();
    assertThat(journal).isEmpty();
    assertThat(engine.apply(upsert(1, 1))).as("the version after the journal's").isEqualTo(1);
  }

  @Example
  void applyEach_ofRefusedAndEmptyBatches_publishesNothing() {
    List<BatchResult> results = engine.applyEach(List.of(delete(1), OfferBatch.builder().build()));

    assertThat(results).extracting(BatchResult::version).containsExactly(0L, 0L);
    assertThat(engine.snapshot().version()).isZero();
    assertThat(journal).isEmpty();
  }

  @Example
  void applyEach_ofAJournalThatThrows_appliesNothing() {
    IllegalStateException stale = new IllegalStateException("stale");

    recording =
        version -> {
          throw stale;
        };
    assertThatThrownBy(() -> engine.applyEach(List.of(upsert(1, 1), upsert(2, 2)))).isSameAs(stale);
    recording = version -> {};
    assertThat(engine.snapshot().version()).isZero();
    assertThat(engine.snapshot().size()).isZero();
    assertThat(engine.apply(upsert(3, 3))).isEqualTo(1);
  }

  @Example
  void applyEach_ofBatchesThatNameTheSameOffer_isRefused() {
    assertThatThrownBy(() -> engine.applyEach(List.of(upsert(1, 1), delete(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("two batches name the offer 1");
    assertThat(engine.snapshot().version()).isZero();
  }

  @Example
  void applyAt_skipsVersionsThatTheEngineHas_andLeavesGaps() {
    assertThat(engine.applyAt(5, upsert(1, 1))).isTrue();
    assertThat(engine.applyAt(5, upsert(1, 2))).isFalse();
    assertThat(engine.applyAt(4, upsert(1, 2))).isFalse();
    assertThat(engine.applyAt(9, OfferBatch.builder().build())).isTrue();

    assertThat(engine.snapshot().version()).isEqualTo(9);
    assertThat(offers(engine)).containsExactly(offer(1, 1));
    assertThat(engine.apply(upsert(2, 2))).isEqualTo(10);
  }

  /** An engine that applies what the journal of another one received has the same offers. */
  @Property
  void applyAt_ofWhatAJournalReceived_givesTheSameOffers(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<List<ChangedOffer>> recorded = new ArrayList<>();
    OfferEngine engine =
        OfferEngine.builder(SCHEMA)
            .tailCapacity(4)
            .journal((version, batches) -> recorded.addAll(batches))
            .build();
    OfferEngine follower = OfferEngine.builder(SCHEMA).tailCapacity(7).build();
    TreeMap<Long, Offer> naive = new TreeMap<>();
    for (int round = 0; round < 12; round++) {
      List<OfferBatch> batches = batches(random);
      recorded.clear();
      long before = engine.snapshot().version();
      var unused = engine.applyEach(batches);
      for (int i = 0; i < recorded.size(); i++) {
        OfferBatch.Builder decided = OfferBatch.builder();
        for (ChangedOffer change : recorded.get(i)) {
          Offer after = change.after();
          assertThat(change.before()).isEqualTo(naive.get(change.id()));
          if (after == null) {
            decided.delete(change.id());
            naive.remove(change.id());
          } else {
            decided.upsert(after);
            naive.put(change.id(), after);
          }
        }
        assertThat(follower.applyAt(before + 1 + i, decided.build())).isTrue();
      }
      assertThat(offers(engine)).containsExactlyElementsOf(naive.values());
      assertThat(offers(follower)).containsExactlyElementsOf(naive.values());
      assertThat(follower.snapshot().version()).isEqualTo(engine.snapshot().version());
    }
  }

  private static List<OfferBatch> batches(Random random) {
    List<OfferBatch> batches = new ArrayList<>();
    for (long id = 1; id <= 12; id += 1 + random.nextInt(3)) {
      double price = random.nextInt(5);
      batches.add(
          Objects.requireNonNull(
              switch (random.nextInt(4)) {
                case 0 -> upsert(id, price);
                case 1 -> update(id, price);
                case 2 -> delete(id);
                default -> OfferBatch.builder().insert(offer(id, price)).build();
              }));
    }
    return batches;
  }
}
