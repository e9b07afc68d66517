package io.offerengine.bench.market;

/**
 * The network connection of a machine.
 *
 * @param down download bandwidth
 * @param up upload bandwidth
 * @param ports direct ports of the whole machine
 * @param staticAddress whether its address is static
 * @param address an address reserved for documentation (RFC 5737)
 */
record Network(double down, double up, int ports, boolean staticAddress, String address) {
  // Quantiles of 48 H100 offers and of 27 offers of many models (2026); minima of the latter set.
  private static final Quantiles DATACENTER_DOWN =
      Quantiles.seven(182, 386, 476, 837, 5502, 7956, 11420);
  private static final Quantiles DATACENTER_UP =
      Quantiles.seven(203.7, 392, 708, 921, 2092, 6214, 7496);
  private static final Quantiles OTHER_DOWN =
      Quantiles.ofPairs(0, 90, .1, 531, .5, 4451, .9, 9299, .99, 12000, 1, 39229);
  private static final Quantiles OTHER_UP = Quantiles.five(60, 414, 3651, 7986, 9154);

  private static final Shares<Double> DATACENTER_PORTS =
      Shares.ofPairs(
          8, 0, 6, 98, 4, 198, 6, 398, 34, 998, 5, 4999, 6, 9998, 16, 16383, 4, 49999, 11, 65533);
  private static final Shares<Double> OTHER_PORTS =
      Shares.ofPairs(1, 0, 2, 49, 4, 98, 7, 132, 12, 199, 48, 256, 16, 499, 10, 998);

  /** How often the upload follows the download, for a rank correlation of 0.77. */
  private static final double UP_FOLLOWS_DOWN = 0.75;

  private static final double HOST_NETWORK = 0.6;
  private static final double DATACENTER_STATIC = 0.96;
  private static final double OTHER_STATIC = 0.56;
  private static final String[] DOCUMENTATION_NETS = {"192.0.2.", "198.51.100.", "203.0.113."};

  /** Returns the connection of one of a host's machines. */
  static Network draw(Draws draws, Host host, boolean datacenter) {
    double downRank = draws.near(host.networkRank(), HOST_NETWORK);
    double upRank = draws.near(downRank, UP_FOLLOWS_DOWN);
    return new Network(
        tenths((datacenter ? DATACENTER_DOWN : OTHER_DOWN).at(downRank)),
        tenths((datacenter ? DATACENTER_UP : OTHER_UP).at(upRank)),
        (datacenter ? DATACENTER_PORTS : OTHER_PORTS).at(draws.unit()).intValue(),
        draws.chance(datacenter ? DATACENTER_STATIC : OTHER_STATIC),
        draws.oneOf(DOCUMENTATION_NETS) + (1 + draws.below(254)));
  }

  /** Returns the same connection at another speed. */
  Network scaled(double factor) {
    return new Network(tenths(down * factor), tenths(up * factor), ports, staticAddress, address);
  }

  private static double tenths(double value) {
    return Math.rint(value * 10) / 10;
  }
}
