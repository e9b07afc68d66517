package io.offerengine.bench;

import static io.offerengine.query.Operator.EQ;
import static io.offerengine.query.Operator.GTE;
import static io.offerengine.query.Operator.IN;

import io.offerengine.query.Direction;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.MarketplaceSchema;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The kinds of searches that are measured, each with values drawn anew for every search. */
public enum QueryShape {
  /** Verified, rentable, one of two GPU models, several conditions; the cheapest. */
  Q1_CHEAPEST {
    @Override
    SearchPair draw(Draws draws, List<NaiveOffer> offers) {
      Set<String> names = new TreeSet<>();
      names.add(anyOf(draws, offers).gpuName());
      names.add(anyOf(draws, offers).gpuName());
      int gpus = 1 << draws.below(3);
      double reliability = 0.9 + 0.01 * draws.below(10);
      double storage = storage(draws);
      Query query =
          start(storage)
              .where(MarketplaceSchema.VERIFIED, EQ, true)
              .where(MarketplaceSchema.RENTABLE, EQ, true)
              .where(MarketplaceSchema.GPU_NAME, IN, names)
              .where(MarketplaceSchema.NUM_GPUS, GTE, gpus)
              .where(MarketplaceSchema.RELIABILITY, GTE, reliability)
              .orderBy(MarketplaceSchema.DPH_TOTAL, Direction.ASC)
              .build();
      return new SearchPair(
          query,
          new NaiveSearch(
              offer ->
                  offer.verified()
                      && offer.diskSpace() >= storage
                      && offer.rentable()
                      && offer.gpus() >= gpus
                      && offer.reliability() >= reliability
                      && names.contains(offer.gpuName()),
              offer -> offer.totalPrice(storage),
              false,
              query.limit()));
    }
  },

  /** No condition; the default order. */
  Q2_EVERYTHING {
    @Override
    SearchPair draw(Draws draws, List<NaiveOffer> offers) {
      int limit = 16 << draws.below(4);
      Query query =
          Query.builder(MarketplaceSchema.schema())
              .orderBy(MarketplaceSchema.SCORE, Direction.DESC)
              .limit(limit)
              .build();
      return new SearchPair(query, new NaiveSearch(offer -> true, NaiveOffer::score, true, limit));
    }
  },

  /** The offers of one machine. */
  Q3_ONE_MACHINE {
    @Override
    SearchPair draw(Draws draws, List<NaiveOffer> offers) {
      long machine = anyOf(draws, offers).machineId();
      Query query =
          Query.builder(MarketplaceSchema.schema())
              .where(MarketplaceSchema.MACHINE_ID, EQ, machine)
              .build();
      return new SearchPair(
          query,
          new NaiveSearch(
              offer -> offer.machineId() == machine, NaiveOffer::score, true, query.limit()));
    }
  },

  /** Rentable with a decent connection; the best value, by a ratio of two fields. */
  Q4_BEST_VALUE {
    @Override
    SearchPair draw(Draws draws, List<NaiveOffer> offers) {
      double download = 100 * (1 + draws.below(10));
      double storage = storage(draws);
      Query query =
          start(storage)
              .where(MarketplaceSchema.RENTABLE, EQ, true)
              .where(MarketplaceSchema.INET_DOWN, GTE, download)
              .orderBy(MarketplaceSchema.DLPERF_PER_DPHTOTAL, Direction.DESC)
              .build();
      return new SearchPair(
          query,
          new NaiveSearch(
              offer ->
                  offer.rentable() && offer.diskSpace() >= storage && offer.download() >= download,
              offer -> offer.performancePerDollar(storage),
              true,
              query.limit()));
    }
  },

  /** In one country with enough memory; the cheapest. */
  Q5_COUNTRY {
    @Override
    SearchPair draw(Draws draws, List<NaiveOffer> offers) {
      String place = anyOf(draws, offers).geolocation();
      String country = place == null ? "US" : place.substring(place.length() - 2);
      long memory = 16_000L << draws.below(5);
      double storage = storage(draws);
      Query query =
          start(storage)
              .where(MarketplaceSchema.GEOLOCATION, EQ, country)
              .where(MarketplaceSchema.CPU_RAM, GTE, memory)
              .orderBy(MarketplaceSchema.DPH_TOTAL, Direction.ASC)
              .build();
      return new SearchPair(
          query,
          new NaiveSearch(
              offer ->
                  offer.cpuRam() >= memory && offer.diskSpace() >= storage && offer.isIn(country),
              offer -> offer.totalPrice(storage),
              false,
              query.limit()));
    }
  };

  private static final double[] STORAGES = {5, 8, 16, 50};

  /**
   * One search, for the engine and for the baseline.
   *
   * @param query for the engine
   * @param naive for the baseline
   */
  record SearchPair(Query query, NaiveSearch naive) {}

  /** Returns a search with values drawn from the offers, so that frequent ones are frequent. */
  abstract SearchPair draw(Draws draws, List<NaiveOffer> offers);

  /** Starts a search that names its storage: prices include it, and disks must have it. */
  private static QueryBuilder start(double storage) {
    return Query.builder(MarketplaceSchema.schema())
        .with(MarketplaceSchema.ALLOCATED_STORAGE, storage);
  }

  private static double storage(Draws draws) {
    return STORAGES[draws.below(STORAGES.length)];
  }

  private static NaiveOffer anyOf(Draws draws, List<NaiveOffer> offers) {
    return offers.get(draws.below(offers.size()));
  }
}
