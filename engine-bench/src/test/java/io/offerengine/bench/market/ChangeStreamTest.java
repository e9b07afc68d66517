package io.offerengine.bench.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.TimeKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes fit the market that they change, and leave it a market. */
class ChangeStreamTest {
  private static final int SIZE = 2_000;
  private static final int CHANGES = 40_000;

  private static ChangeStream stream() {
    return new ChangeStream(5, SIZE);
  }

  private static OfferGenerator market() {
    return new OfferGenerator(5, SIZE);
  }

  @Test
  void next_twiceFromOneSeed_givesEqualChanges() {
    ChangeStream left = stream();
    ChangeStream right = stream();
    for (int i = 0; i < 3_000; i++) {
      assertThat(left.next()).isEqualTo(right.next());
    }
  }

  @Test
  void next_appliedToAnEngine_fitsItsOffersAndLeavesThemAMarket() {
    OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(OfferGenerator.NOW))
            .build();
    engine.load(market().iterator(), LoadListener.NONE);
    Map<Long, Offer> expected = new HashMap<>();
    market().forEach(offer -> expected.put(offer.id(), offer));
    Map<String, Integer> kinds = new HashMap<>();
    ChangeStream changes = stream();
    for (int done = 0; done < CHANGES; ) {
      OfferBatch.Builder batch = OfferBatch.builder();
      for (int i = 0; i < 400; i++, done++) {
        kinds.merge(apply(changes.next(), expected, batch), 1, Integer::sum);
      }
      engine.apply(batch.build());
    }
    assertThat(engine.snapshot().size()).isEqualTo(expected.size()).isBetween(SIZE / 2, SIZE * 2);
    assertThat(kinds).hasSize(3).allSatisfy((kind, count) -> assertThat(count).isGreaterThan(1000));
    Map<Long, List<Offer>> machines = new HashMap<>();
    for (Offer offer : expected.values()) {
      long machine = offer.integer(MarketplaceSchema.MACHINE_ID);
      machines.computeIfAbsent(machine, key -> new ArrayList<>()).add(offer);
    }
    // A cut event may leave one machine in between: the one of the last change.
    long inBetween = machines.values().stream().filter(m -> !isConsistent(m)).count();
    assertThat(inBetween).isLessThanOrEqualTo(1);
  }

  /** Applies a change to offers and adds it to a batch, and returns its kind. */
  private static String apply(
      ChangedOffer change, Map<Long, Offer> offers, OfferBatch.Builder batch) {
    assertThat(offers.get(change.id())).as("offer of " + change).isEqualTo(change.before());
    if (change.after() == null) {
      offers.remove(change.id());
      batch.delete(change.id());
      return "gone";
    }
    offers.put(change.id(), change.after());
    if (change.before() == null) {
      batch.upsert(change.after());
      return "new";
    }
    OfferChanges changes = change.before().changesTo(change.after());
    assertThat(change.before().with(changes)).isEqualTo(change.after());
    batch.update(change.id(), changes);
    return "changed";
  }

  /** Returns whether prices are in proportion, no GPU is rented twice, and no busy one offered. */
  static boolean isConsistent(List<Offer> machine) {
    Set<Long> busy = new HashSet<>();
    double price = gpuPrice(machine.get(0));
    boolean consistent = true;
    for (Offer offer : machine) {
      consistent &= Math.abs(gpuPrice(offer) - price) < 1e-9;
      if (offer.flag(MarketplaceSchema.RENTED)) {
        for (long gpu : offer.integers(MarketplaceSchema.GPU_IDS)) {
          consistent &= busy.add(gpu);
        }
      }
    }
    for (Offer offer : machine) {
      boolean free =
          Arrays.stream(offer.integers(MarketplaceSchema.GPU_IDS)).noneMatch(busy::contains);
      consistent &= free || !offer.flag(MarketplaceSchema.RENTABLE);
    }
    return consistent;
  }

  private static double gpuPrice(Offer offer) {
    return offer.number(MarketplaceSchema.DPH_BASE) / offer.number(MarketplaceSchema.NUM_GPUS);
  }
}
