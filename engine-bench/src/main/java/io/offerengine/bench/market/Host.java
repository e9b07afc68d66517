package io.offerengine.bench.market;

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
 * @param upPrice listed price of uploads, $/GB
 * @param downPrice listed price of downloads, $/GB
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
    double upPrice,
    double downPrice) {

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
  private static final double GIGABYTES_PER_TERABYTE = 1024;

  private static final Distribution STORAGE_PRICE = Distribution.of("storage_cost");
  private static final Distribution UP_PRICE = Distribution.of("inet_up_cost");
  private static final Distribution DOWN_PRICE = Distribution.of("inet_down_cost");

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
    double networkRank = draws.near(reliabilityRank, NETWORK_FOLLOWS_RELIABILITY);
    double priceRank = draws.unit();
    double roundingRank = draws.unit();
    double durationRank = draws.unit();
    double storageRank = draws.unit();
    double trafficRank = draws.unit();
    return new Host(
        index,
        (int) size,
        model,
        isLocationKnown ? location : null,
        country.geolocode(),
        hostingType,
        reliabilityRank,
        networkRank,
        priceRank,
        roundingRank,
        durationRank,
        STORAGE_PRICE.at(datacenter, storageRank),
        UP_PRICE.at(datacenter, trafficRank) / GIGABYTES_PER_TERABYTE,
        DOWN_PRICE.at(datacenter, trafficRank) / GIGABYTES_PER_TERABYTE);
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
}
