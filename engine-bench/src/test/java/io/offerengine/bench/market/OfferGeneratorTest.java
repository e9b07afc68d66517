package io.offerengine.bench.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The market's structure: what holds for every machine, whatever its figures. */
class OfferGeneratorTest {
  private static final int REAL_SIZE = 20_000;

  private static final List<Offer> OFFERS = offers(1, REAL_SIZE);

  private static List<Offer> offers(long seed, int count) {
    List<Offer> offers = new ArrayList<>();
    new OfferGenerator(seed, count).forEach(offers::add);
    return offers;
  }

  private static Map<Long, List<Offer>> by(Field field, List<Offer> offers) {
    Map<Long, List<Offer>> groups = new HashMap<>();
    for (Offer offer : offers) {
      groups.computeIfAbsent(offer.integer(field), key -> new ArrayList<>()).add(offer);
    }
    return groups;
  }

  @Test
  void offers_ofAnotherSeed_differ() {
    assertThat(offers(2, 100)).doesNotContainAnyElementsOf(offers(1, 100));
  }

  @Test
  void offers_ofLargerMarket_holdThoseOfSmaller_butForTheLastMachine() {
    Map<Long, List<Offer>> machines = by(MarketplaceSchema.MACHINE_ID, offers(1, 500));
    Set<Offer> larger = new HashSet<>(OFFERS);
    assertThat(machines.values().stream().filter(machine -> !larger.containsAll(machine)))
        .isEmpty();
  }

  @Test
  void offers_ofOneMarket_haveUniqueIds() {
    Set<Long> ids = new HashSet<>();
    OFFERS.forEach(offer -> ids.add(offer.id()));
    assertThat(ids).hasSize(REAL_SIZE);
  }

  @Test
  void offers_inTheirOrder_areShuffledByIdMachineAndPrice() {
    int ascendingIds = 0;
    int ascendingPrices = 0;
    int neighbours = 0;
    for (int i = 1; i < REAL_SIZE; i++) {
      Offer before = OFFERS.get(i - 1);
      Offer offer = OFFERS.get(i);
      ascendingIds += offer.id() > before.id() ? 1 : 0;
      ascendingPrices += price(offer) > price(before) ? 1 : 0;
      neighbours += isSame(MarketplaceSchema.MACHINE_ID, before, offer) ? 1 : 0;
    }
    assertThat(ascendingIds).isBetween(9_700, 10_300);
    assertThat(ascendingPrices).isBetween(9_600, 10_300);
    assertThat(neighbours).isLessThan(60);
  }

  @Test
  void machines_ofRealSize_areAsManyAndAsConcentratedAsRealOnes() {
    Map<Long, List<Offer>> hosts = by(MarketplaceSchema.HOST_ID, OFFERS);
    int largest = 0;
    for (List<Offer> host : hosts.values()) {
      largest = Math.max(largest, by(MarketplaceSchema.MACHINE_ID, host).size());
    }
    Set<String> models = new HashSet<>();
    MarketSample.ALL.offers().forEach(o -> models.add(o.text(MarketplaceSchema.GPU_NAME)));
    // 5,000 machines publish 20,000 to 25,000 offers; one host may own 100; 60 to 100 GPU names.
    assertThat(by(MarketplaceSchema.MACHINE_ID, OFFERS).size()).isBetween(4_000, 5_500);
    assertThat(largest).isBetween(100, Host.MOST_MACHINES);
    assertThat(models.size()).isBetween(60, 100);
  }

  @Test
  void bundle_ofOneMachine_holdsAllSlicesOfOneSizeOnEqualTerms() {
    for (List<Offer> bundle : by(MarketplaceSchema.BUNDLE_ID, OFFERS).values()) {
      Offer first = bundle.get(0);
      Set<Long> gpus = new HashSet<>();
      for (Offer offer : bundle) {
        for (Field field :
            List.of(
                MarketplaceSchema.MACHINE_ID,
                MarketplaceSchema.NUM_GPUS,
                MarketplaceSchema.DPH_BASE,
                MarketplaceSchema.MIN_BID,
                MarketplaceSchema.STORAGE_COST)) {
          assertThat(isSame(field, first, offer)).as(field + " of bundle of " + first).isTrue();
        }
        for (long gpu : offer.integers(MarketplaceSchema.GPU_IDS)) {
          assertThat(gpus.add(gpu)).as("slices of one size share no GPU: " + offer).isTrue();
        }
      }
    }
  }

  @Test
  void machine_ofEightGpus_publishesEightFourTwoAndOneSlices() {
    Map<Integer, Integer> slices = new TreeMap<>(Collections.reverseOrder());
    for (List<Offer> machine : wholeMachines()) {
      boolean ofChunksOfOne = false;
      for (Offer offer : machine) {
        ofChunksOfOne |= offer.number(MarketplaceSchema.GPU_FRAC) == 0.125;
      }
      if (ofChunksOfOne && gpus(machine) == 8) {
        assertThat(machine).hasSize(15);
        assertThat(by(MarketplaceSchema.BUNDLE_ID, machine)).hasSize(4);
        machine.forEach(offer ->
            slices.merge((int) offer.integer(MarketplaceSchema.NUM_GPUS), 1, Integer::sum));
      }
    }
    int whole = slices.get(8);
    assertThat(whole).isGreaterThan(100);
    assertThat(slices).isEqualTo(Map.of(8, whole, 4, 2 * whole, 2, 4 * whole, 1, 8 * whole));
  }

  @Test
  void machine_byItsSlices_scalesSomeFieldsAndKeepsOthers() {
    for (List<Offer> machine : wholeMachines()) {
      Offer whole = machine.get(0);
      for (Offer offer : machine) {
        double size = offer.number(MarketplaceSchema.NUM_GPUS);
        assertThat(offer.integers(MarketplaceSchema.GPU_IDS)).hasSize((int) size);
        for (Field field :
            List.of(
                MarketplaceSchema.DPH_BASE,
                MarketplaceSchema.MIN_BID,
                MarketplaceSchema.DISK_SPACE,
                MarketplaceSchema.GPU_FRAC,
                MarketplaceSchema.TOTAL_FLOPS)) {
          double perGpu = whole.number(field) / whole.number(MarketplaceSchema.NUM_GPUS);
          assertThat(offer.number(field) / size)
              .as(field + " of " + offer)
              .isBetween(perGpu * (1 - 1e-12), perGpu * (1 + 1e-12));
        }
        for (Field field :
            List.of(
                MarketplaceSchema.RELIABILITY,
                MarketplaceSchema.INET_DOWN,
                MarketplaceSchema.INET_UP,
                MarketplaceSchema.STORAGE_COST,
                MarketplaceSchema.HOST_ID)) {
          assertThat(isSame(field, whole, offer)).as(field + " of " + offer).isTrue();
        }
      }
    }
  }

  @Test
  void machine_withRentedSlices_rentsOutNoGpuTwice() {
    assertThat(wholeMachines()).allMatch(ChangeStreamTest::isConsistent);
    assertThat(OFFERS.stream().filter(offer -> offer.flag(MarketplaceSchema.RENTED)))
        .hasSizeGreaterThan(1000);
  }

  @Test
  void verification_ofEveryOffer_goesWithItsCodeAndDiscount() {
    Field code = MarketplaceSchema.schema().field("vericode").orElseThrow();
    Map<String, List<Long>> codes =
        Map.of(
            "verified",
            List.of(1L),
            "unverified",
            List.of(0L),
            "deverified",
            List.of(8L, 4L, 12L, 2L));
    for (Offer offer : OFFERS) {
      String verification = offer.text(MarketplaceSchema.VERIFICATION);
      assertThat(codes.get(verification)).contains(offer.integer(code));
      assertThat(offer.has(MarketplaceSchema.DISCOUNT_RATE))
          .isEqualTo(verification.equals("verified"));
    }
  }

  @Test
  void price_ofMostOffers_isAnothersToo() {
    Map<Double, Integer> prices = new HashMap<>();
    OFFERS.forEach(offer -> prices.merge(price(offer), 1, Integer::sum));
    long tied = OFFERS.stream().filter(offer -> prices.get(price(offer)) > 1).count();
    // Hosts' round prices: three quarters of the listed price of a GPU is whole tenths of a cent.
    for (Offer offer : OFFERS) {
      double mills = price(offer) / offer.number(MarketplaceSchema.NUM_GPUS) * 750;
      assertThat(Math.abs(mills - Math.rint(mills))).as("price of " + offer).isLessThan(1e-9);
    }
    assertThat(tied).isGreaterThan(REAL_SIZE * 9 / 10);
  }

  @Test
  void score_ofRentableBundles_reachesWhatTheRealMarketDoes() {
    Map<Long, Double> best = new HashMap<>();
    for (Offer offer : OFFERS) {
      if (offer.flag(MarketplaceSchema.RENTABLE)) {
        long bundle = offer.integer(MarketplaceSchema.BUNDLE_ID);
        best.merge(bundle, offer.number(MarketplaceSchema.SCORE), Math::max);
      }
    }
    List<Double> scores = new ArrayList<>(best.values());
    scores.sort(Collections.reverseOrder());
    // Measured: 503 at the top, 109 at rank 990 of somewhat more than 1,000.
    assertThat(scores.get(0)).isBetween(350.0, 750.0);
    assertThat(scores.get(990)).isBetween(80.0, 200.0);
  }

  @Test
  void constructor_ofNoOffers_fails() {
    assertThatThrownBy(() -> new OfferGenerator(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a market has 1 to 10000000 offers, not 0");
  }

  /** Returns the offers of each machine, but of the last one, which may lack slices. */
  private static List<List<Offer>> wholeMachines() {
    List<List<Offer>> machines = new ArrayList<>();
    for (List<Offer> machine : by(MarketplaceSchema.MACHINE_ID, OFFERS).values()) {
      if (machine.stream().anyMatch(o -> o.number(MarketplaceSchema.GPU_FRAC) == 1)) {
        machines.add(machine);
      }
    }
    assertThat(machines.size()).isGreaterThan(4_000);
    return machines;
  }

  private static int gpus(List<Offer> machine) {
    return machine.stream()
        .mapToInt(offer -> (int) offer.integer(MarketplaceSchema.NUM_GPUS))
        .max()
        .orElseThrow();
  }

  private static double price(Offer offer) {
    return offer.number(MarketplaceSchema.DPH_BASE);
  }

  private static boolean isSame(Field field, Offer left, Offer right) {
    return left.number(field) == right.number(field);
  }
}
