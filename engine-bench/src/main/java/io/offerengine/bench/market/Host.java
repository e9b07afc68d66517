package io.offerengine.bench.market;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An owner of machines, and the common properties of these machines.
 *
 * <p>Ranks are uniform in [0, 1). Each machine draws its own rank near its host's, so that machines
 * of one host resemble each other, and the market's distributions do not change.
 *
 * @param index its position in the market
 * @param machines its number of machines, 1 to {@link #MOST_MACHINES}
 * @param model its most frequent GPU model
 * @param location the location of its machines; null if unknown
 * @param geolocode the number of the country in the marketplace
 * @param hostingType 1 for a datacenter, 0 for another host, -1 if unknown
 * @param reliabilityRank of its machines' reliability
 * @param networkRank of its machines' bandwidth
 * @param priceRank of its prices among those for the same GPU
 * @param roundingRank of the steps of its prices; a smaller rank gives rounder prices
 * @param durationRank of how long it offers its machines
 * @param storagePrice $/GB/month, without the share of the marketplace
 * @param traffic its prices of traffic
 */
record Host(
    long index,
    int machines,
    GpuModel model,
    @Nullable String location,
    long geolocode,
    int hostingType,
    double reliabilityRank,
    double networkRank,
    double priceRank,
    double roundingRank,
    double durationRank,
    double storagePrice,
    TrafficPrice traffic) {

  /** The largest number of machines that one host owns; real hosts own more than 100. */
  static final int MOST_MACHINES = 160;

  /** The exponent of the Pareto law of machines per host. 16 hosts own 26 machines with H100. */
  private static final double PARETO = 1.3;

  /** How often the network follows reliability, for a rank correlation of 0.26 (H100 offers). */
  private static final double NETWORK_FOLLOWS_RELIABILITY = 0.6;

  private static final double NO_PLACE = 0.01;
  private static final double DATACENTER_HOSTS = 0.1;
  private static final double OTHER_DATACENTER_HOSTS = 0.02;
  private static final double NO_HOSTING_TYPE = 0.12;

  /** Storage prices of 48 H100 offers (2026), without the third that the marketplace adds. */
  private static final Shares<Double> DATACENTER_STORAGE =
      Shares.ofPairs(3, 0.01, 6, 0.1, 46, 0.15, 9, 0.2, 13, 0.36, 9, 0.425, 6, 0.5, 8, 0.69);

  /** Storage prices of 27 offers of many models (2026), without the third of the marketplace. */
  private static final Shares<Double> OTHER_STORAGE =
      Shares.ofPairs(4, 0.05, 12, 0.1, 44, 0.15, 10, 0.2, 10, 0.3, 8, 0.4, 5, 0.45, 7, 0.6);

  /** Returns the host at a position in the market. */
  static Host draw(long seed, long index) {
    Draws draws = Draws.of(seed, Draws.Kind.HOST, index);
    double size = size(draws.unit());
    boolean datacenter = draws.chance(MachineShape.DATACENTER_SHARE);
    GpuModel model = MachineShape.drawModel(draws, datacenter);
    Shares<Country> countries = datacenter ? Country.OF_DATACENTERS : Country.OF_OTHERS;
    Country country = countries.at(draws.unit());
    String location = country.location(draws);
    boolean isLocationKnown = !draws.chance(NO_PLACE);
    int hostingType = hostingType(draws, datacenter);
    double reliabilityRank = draws.unit();
    return new Host(
        index,
        (int) size,
        model,
        isLocationKnown ? location : null,
        country.geolocode(),
        hostingType,
        reliabilityRank,
        draws.near(reliabilityRank, NETWORK_FOLLOWS_RELIABILITY),
        draws.unit(),
        draws.unit(),
        draws.unit(),
        (datacenter ? DATACENTER_STORAGE : OTHER_STORAGE).at(draws.unit()),
        TrafficPrice.draw(draws, datacenter));
  }

  /** Returns the quantile of the Pareto law between 1 and the largest number of machines. */
  private static double size(double rank) {
    double beyond = StrictMath.pow(MOST_MACHINES + 1, -PARETO);
    return StrictMath.pow(1 - rank * (1 - beyond), -1 / PARETO);
  }

  private static int hostingType(Draws draws, boolean datacenter) {
    boolean isDatacenter = draws.chance(datacenter ? DATACENTER_HOSTS : OTHER_DATACENTER_HOSTS);
    boolean isUnknown = draws.chance(NO_HOSTING_TYPE);
    if (isDatacenter) {
      return 1;
    }
    return isUnknown ? -1 : 0;
  }

  /**
   * The listed prices of a host for traffic.
   *
   * @param weight its share among hosts
   * @param up $/TB
   * @param down $/TB
   */
  record TrafficPrice(double weight, double up, double down) {
    private static final double GIGABYTES_PER_TERABYTE = 1024;

    /** From 48 H100 offers (2026). */
    private static final Shares<TrafficPrice> DATACENTER =
        Shares.of(
            List.of(
                new TrafficPrice(60, 4, 8 / 3.0),
                new TrafficPrice(10, 0.0004 / 0.3, 0.0004 / 0.3),
                new TrafficPrice(9, 0.4, 0.4),
                new TrafficPrice(7, 0.2, 0.2),
                new TrafficPrice(4, 0.4 / 3, 0.4 / 3),
                new TrafficPrice(4, 0.032 / 3, 0.032 / 3),
                new TrafficPrice(4, 8.192, 4.096),
                new TrafficPrice(2, 0.004, 0.008 / 3)),
            TrafficPrice::weight);

    /** From 27 offers of many models (2026). */
    private static final Shares<TrafficPrice> OTHERS =
        Shares.of(
            List.of(
                new TrafficPrice(56, 4, 8 / 3.0),
                new TrafficPrice(9, 1.2, 1.2),
                new TrafficPrice(8, 4 / 3.0, 4 / 3.0),
                new TrafficPrice(8, 10.24, 10.24),
                new TrafficPrice(7, 20, 20),
                new TrafficPrice(5, 40, 40),
                new TrafficPrice(4, 68, 68),
                new TrafficPrice(3, 0, 0)),
            TrafficPrice::weight);

    /** Returns a host's prices. */
    static TrafficPrice draw(Draws draws, boolean datacenter) {
      return (datacenter ? DATACENTER : OTHERS).at(draws.unit());
    }

    /** Returns the upload price, $/GB. */
    double upPerGigabyte() {
      return up / GIGABYTES_PER_TERABYTE;
    }

    /** Returns the download price, $/GB. */
    double downPerGigabyte() {
      return down / GIGABYTES_PER_TERABYTE;
    }
  }
}
