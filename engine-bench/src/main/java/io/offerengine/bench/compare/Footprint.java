package io.offerengine.bench.compare;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.marketplace.MarketplaceSchema;
import org.openjdk.jol.info.GraphLayout;

/** Measures the heap memory of a peer by the sizes of its objects. */
final class Footprint {
  /** The number of offers whose objects are measured: visiting all objects takes time. */
  static final int OFFERS = 20_000;

  static {
    // Object layouts of records and lambdas can't be had otherwise from JDK 16 on.
    System.setProperty("jol.magicFieldOffset", "true");
    // Otherwise JOL prints on standard output that it can't attach to its own JVM.
    System.setProperty("jol.skipDynamicAttach", "true");
  }

  private Footprint() {}

  /** Returns the bytes per offer on the heap; negative for peers whose data is elsewhere. */
  static double perOffer(PeerKind kind, OfferGenerator market, MarketTable table) throws Exception {
    try (Peer peer = kind.load(market, table)) {
      Object held = peer.held();
      if (held == null) {
        return -1;
      }
      GraphLayout schema = GraphLayout.parseInstance(MarketplaceSchema.schema());
      long bytes = GraphLayout.parseInstance(held).subtract(schema).totalSize();
      return (double) bytes / table.size();
    }
  }
}
