package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.MergeExecutorTest.Failure;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A load of many offers stores the last of each identifier, whatever the executor does. */
class BulkLoadTest {
  /** Enough that an executor is asked, and that there are several buffers and segments. */
  private static final int OFFERS = 70_000;

  private static final int SEGMENT_ROWS = 30_000;
  private static final int VALUES = 40;
  private static final long SEED = Seeds.first();
  private static final List<Offer> OFFERS_OF_FEW_VALUES = offers();

  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  private int asked;

  /** What the tasks of a load are given to. */
  enum Executing {
    NOBODY,
    TWO_THREADS,
    ONE_THAT_RUNS_NOTHING,
    ONE_THAT_THROWS
  }

  private static List<Offer> offers() {
    Random random = new Random(SEED);
    RandomOffers generator = new RandomOffers(random, field -> VALUES);
    return Stream.generate(() -> generator.offer(random.nextInt(OFFERS))).limit(OFFERS).toList();
  }

  private Failure failureInTurn() {
    Failure[] all = Failure.values();
    asked = asked % (all.length - 1) + 1;
    return all[asked];
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource
  void load_byAnyExecutor_storesTheLastOfEachIdentifier(Executing by) {
    List<Runnable> piledUp = new ArrayList<>();
    OfferEngine.Builder builder =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(EngineCheck.CLOCK))
            .checkFormulas(Formula.Checks.EVERY_ROW)
            .maxSegmentRows(SEGMENT_ROWS);
    switch (by) {
      case NOBODY -> {}
      case TWO_THREADS -> builder.mergeExecutor(threads);
      case ONE_THAT_RUNS_NOTHING -> builder.mergeExecutor(piledUp::add);
      case ONE_THAT_THROWS -> builder.mergeExecutor(task -> failureInTurn().fail());
    }
    Map<Long, Offer> expected = new HashMap<>();
    OFFERS_OF_FEW_VALUES.forEach(
        offer -> expected.put(offer.id(), NaiveMarketplace.RULES.kept(offer)));
    try (OfferEngine engine = builder.build()) {
      engine.load(OFFERS_OF_FEW_VALUES.subList(0, 500).iterator(), LoadListener.NONE);
      engine.load(OFFERS_OF_FEW_VALUES.subList(500, OFFERS).iterator(), LoadListener.NONE);
      assertThat(piledUp.isEmpty()).isEqualTo(by != Executing.ONE_THAT_RUNS_NOTHING);
      piledUp.forEach(Runnable::run); // Whoever comes late finds nothing to do.
      Snapshot snapshot = engine.snapshot();
      expected.forEach(
          (id, offer) -> assertThat(snapshot.find(id)).as("seed=%d", SEED).isEqualTo(offer));
      EngineCheck.assertAgrees("seed=" + SEED, snapshot, expected.values(), NaiveQuery.EVERYTHING);
    }
  }

  /** What fails on the executor's thread fails the load, which stores nothing. */
  @Test
  void load_ofAnOfferWhoseDerivationFails_throwsItAndStoresNothing() {
    Schema.Builder building = Schema.builder("failing", "id");
    building
        .text("any")
        .derived(
            "any",
            offer -> {
              if (offer.id() == OFFERS / 2) {
                throw new IllegalStateException("no value");
              }
              return "value";
            })
        .add();
    Schema schema = building.build();
    List<Offer> offers =
        EngineCheck.offers(OFFERS, id -> Offer.builder().set(schema.idField(), id).build());
    try (OfferEngine engine = OfferEngine.builder(schema).mergeExecutor(threads).build()) {
      assertThatThrownBy(() -> engine.load(offers.iterator(), LoadListener.NONE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the derivation of any failed for the offer " + OFFERS / 2 + ": ")
          .hasMessageEndingWith("no value");
      assertThat(engine.snapshot().size()).isZero();
      assertThat(engine.snapshot().version()).isZero();
    }
  }
}
