package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;

/** The network connection of a machine. */
final class Network {
  /** How often the upload follows the download, for a rank correlation of 0.77. */
  private static final double UP_FOLLOWS_DOWN = 0.75;

  private static final double HOST_NETWORK = 0.6;
  private static final double DATACENTER_STATIC = 0.96;
  private static final double OTHER_STATIC = 0.56;

  /** Addresses that are reserved for documentation (RFC 5737). */
  private static final String[] DOCUMENTATION_NETS = {"192.0.2.", "198.51.100.", "203.0.113."};

  private static final Distribution DOWN = Distribution.of("inet_down");
  private static final Distribution UP = Distribution.of("inet_up");
  private static final Distribution PORTS = Distribution.of("direct_port_count");

  private static final Field ADDRESS = OfferAssembly.field("public_ipaddr");

  private Network() {}

  /** Draws the connection of one of a host's machines. */
  static void draw(Draws draws, Host host, boolean datacenter, Offer.Builder values) {
    double downRank = draws.near(host.networkRank(), HOST_NETWORK);
    double upRank = draws.near(downRank, UP_FOLLOWS_DOWN);
    double down = DOWN.at(datacenter, downRank);
    values.set(MarketplaceSchema.INET_DOWN, tenths(down));
    double up = UP.at(datacenter, upRank);
    values.set(MarketplaceSchema.INET_UP, tenths(up));
    double ports = PORTS.at(datacenter, draws.unit());
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
