package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;

/** The network connection of a machine. */
final class Network {
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

  /** Addresses that are reserved for documentation (RFC 5737). */
  private static final String[] DOCUMENTATION_NETS = {"192.0.2.", "198.51.100.", "203.0.113."};

  private static final Field ADDRESS = OfferAssembly.field("public_ipaddr");

  private Network() {}

  /** Draws the connection of one of a host's machines. */
  static void draw(Draws draws, Host host, boolean datacenter, Offer.Builder values) {
    double downRank = draws.near(host.networkRank(), HOST_NETWORK);
    double upRank = draws.near(downRank, UP_FOLLOWS_DOWN);
    Quantiles down = datacenter ? DATACENTER_DOWN : OTHER_DOWN;
    Quantiles up = datacenter ? DATACENTER_UP : OTHER_UP;
    values.set(MarketplaceSchema.INET_DOWN, tenths(down.at(downRank)));
    values.set(MarketplaceSchema.INET_UP, tenths(up.at(upRank)));
    double ports = (datacenter ? DATACENTER_PORTS : OTHER_PORTS).at(draws.unit());
    values.set(MarketplaceSchema.DIRECT_PORT_COUNT, (int) ports);
    boolean isStatic = draws.chance(datacenter ? DATACENTER_STATIC : OTHER_STATIC);
    values.set(MarketplaceSchema.STATIC_IP, isStatic);
    values.put(ADDRESS, draws.oneOf(DOCUMENTATION_NETS) + (1 + draws.below(254)));
  }

  /** Sets another speed, as a factor of the original one. */
  static void scale(Offer original, double factor, Offer.Builder values) {
    double down = original.number(MarketplaceSchema.INET_DOWN);
    double up = original.number(MarketplaceSchema.INET_UP);
    values.set(MarketplaceSchema.INET_DOWN, tenths(down * factor));
    values.set(MarketplaceSchema.INET_UP, tenths(up * factor));
  }

  private static double tenths(double value) {
    return Math.rint(value * 10) / 10;
  }
}
