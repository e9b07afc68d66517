package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * The prices of a machine.
 *
 * <p>Hosts set round prices, so that many offers have the same one. The marketplace adds a third to
 * get the listed price.
 *
 * @param gpuPrice host's price of one GPU, $/hour
 * @param gpuBid host's smallest bid for one GPU, $/hour
 */
record Terms(double gpuPrice, double gpuBid) {
  private static final double HOURS_PER_MONTH = 720;
  private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

  /** How often a machine has the price of its host's other machines. */
  private static final double HOST_PRICE = 0.6;

  /** How often other prices follow reliability, for a rank correlation of 0.37 (H100 offers). */
  private static final double PRICE_FOLLOWS_RELIABILITY = 0.9;

  private static final double HOST_DURATION = 0.4;
  private static final double NO_START = 0.06;
  private static final double NO_END = 0.02;
  private static final double NO_VOLUME = 0.06;

  /** The rank 1 would have an infinite price. */
  private static final double LAST_RANK = 1 - 0x1p-53;

  private static final double ROUNDEST = 0.35;
  private static final double ROUND = 0.85;

  // Steps per dollar, by the rounding of the host and by the size of the price.
  private static final double[] LIMITS = {0.1, 0.3, 1, 3};
  private static final double[] ROUNDEST_STEPS = {100, 50, 20, 10, 4};
  private static final double[] ROUND_STEPS = {200, 100, 50, 20, 10};
  private static final double[] FINE_STEPS = {1000, 1000, 1000, 200, 100};

  private static final Distribution BID_SHARE = Distribution.of("bid_share");
  private static final Distribution AGE = Distribution.of("age");
  private static final Distribution VOLUME = Distribution.of("volume_size");
  private static final Distribution CREDIT_DISCOUNT = Distribution.of("credit_discount_max");
  private static final Distribution DURATION = Distribution.of("duration");

  private static final Field CREDIT_DISCOUNT_MAX = OfferAssembly.field("credit_discount_max");
  private static final Field START_DATE = OfferAssembly.field("start_date");
  private static final Field VOLUME_ID = OfferAssembly.field("avail_vol_ask_id");
  private static final Field VOLUME_PRICE = OfferAssembly.field("avail_vol_dph");
  private static final Field VOLUME_SIZE = OfferAssembly.field("avail_vol_size");

  /** Draws the prices of one of a host's machines, and the dates of its offers. */
  static Terms draw(
      Draws draws,
      Host host,
      GpuModel model,
      Reputation reputation,
      int lastPosition,
      Offer.Builder values) {
    boolean datacenter = model.isDatacenter();
    double ownRank = draws.near(reputation.rank(), PRICE_FOLLOWS_RELIABILITY);
    double priceRank = draws.chance(HOST_PRICE) ? host.priceRank() : ownRank;
    double rounding = draws.near(host.roundingRank(), 0.9);
    double price = hostPrice(model, priceRank, rounding);
    double bidShare = BID_SHARE.at(datacenter, draws.unit());
    double age = AGE.at(datacenter, draws.unit());
    double volume = VOLUME.at(datacenter, draws.unit());
    double storage = listed(host.storagePrice());
    values.set(MarketplaceSchema.STORAGE_COST, storage);
    values.set(MarketplaceSchema.INET_UP_COST, host.upPrice());
    values.set(MarketplaceSchema.INET_DOWN_COST, host.downPrice());
    if (reputation.isVerified()) {
      values.set(MarketplaceSchema.DISCOUNT_RATE, 0);
    }
    double discount = CREDIT_DISCOUNT.at(datacenter, draws.unit());
    values.put(CREDIT_DISCOUNT_MAX, discount);
    if (!draws.chance(NO_START)) {
      values.put(START_DATE, Math.rint((OfferGenerator.NOW - age) * 1e3) / 1e3);
    }
    OfferAssembly.putKnown(MarketplaceSchema.END_DATE, end(draws, host, datacenter), values);
    if (!draws.chance(NO_VOLUME)) {
      values.put(VOLUME_ID, Market.volumeId(lastPosition));
      values.put(VOLUME_PRICE, storage / HOURS_PER_MONTH);
      values.put(VOLUME_SIZE, Math.rint(volume));
    }
    return new Terms(price, bidShare == 1 ? price : rounded(price * bidShare, rounding));
  }

  /** Returns the host's price of a GPU, by its rank among all prices of the model. */
  static double hostPrice(GpuModel model, double rank, double rounding) {
    double deviations = NORMAL.inverseCumulativeProbability(Math.min(rank, LAST_RANK));
    double listed = model.price() * StrictMath.exp(model.spread() * deviations);
    return rounded(listed * 3 / 4, rounding);
  }

  /**
   * Returns a price as a host rounds it, at least one step. Steps grow with the price. About a
   * third of the hosts round to tens of cents, half to cents or five cents, the rest to tenths of a
   * cent.
   */
  static double rounded(double price, double rank) {
    int size = 0;
    while (size < LIMITS.length && price >= LIMITS[size]) {
      size++;
    }
    double[] steps = rank < ROUNDEST ? ROUNDEST_STEPS : rank < ROUND ? ROUND_STEPS : FINE_STEPS;
    return Math.max(1, Math.rint(price * steps[size])) / steps[size];
  }

  /** Returns the listed price for a host's price. */
  static double listed(double hostPrice) {
    return hostPrice * 4 / 3;
  }

  private static double end(Draws draws, Host host, boolean datacenter) {
    double rank = draws.near(host.durationRank(), HOST_DURATION);
    double end = OfferGenerator.NOW + DURATION.at(datacenter, rank);
    double steps = draws.chance(0.1) ? 1e6 : 1;
    boolean isOpen = draws.chance(NO_END);
    return isOpen ? Double.NaN : Math.rint(end * steps) / steps;
  }
}
