package io.offerengine.bench;

import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.Peer.PreparedSearch;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A market in one peer, and the draws of one class: what each benchmark turns through, so that no
 * branch is predicted from one search alone.
 */
final class DrawnMarket implements AutoCloseable {
  private static final long SEED = 1;

  private final Peer peer;
  private final List<PreparedSearch> searches = new ArrayList<>();
  private final List<PriceChange> updates = new ArrayList<>();
  private int nextSearch;
  private int nextUpdate;

  /** Loads a market and translates its draws. */
  DrawnMarket(PeerKind kind, int offers, SearchClass searchClass) throws Exception {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
    MarketTable table = MarketTable.of(market);
    MarketDraws draws = new MarketDraws(table, SEED);
    if (!kind.isEngine() && searchClass.isSearchOnly()) {
      try (Peer engine = PeerKind.ENGINE.load(market, table)) {
        peer = kind.load(market, table);
        prepare(draws.searches(searchClass), engine);
      }
    } else {
      peer = kind.load(market, table);
      prepare(draws.searches(searchClass), peer);
    }
    updates.addAll(draws.updates());
    updates.addAll(draws.restorations());
  }

  /** Translates searches, and checks that the answers are those of the engine. */
  private void prepare(List<DrawnSearch> drawn, Peer engine) throws Exception {
    for (DrawnSearch search : drawn) {
      PreparedSearch prepared = peer.prepare(search);
      searches.add(prepared);
      if (peer != engine) {
        long[] expected = engine.prepare(search).run();
        if (!Arrays.equals(expected, prepared.run())) {
          throw new IllegalStateException("the engine answers otherwise: " + search);
        }
      }
    }
  }

  /** Runs the next search. */
  long[] search() throws Exception {
    nextSearch = (nextSearch + 1) % searches.size();
    return searches.get(nextSearch).run();
  }

  /** Makes the next update; each is taken back after all of them were made. */
  void update() throws Exception {
    nextUpdate = (nextUpdate + 1) % updates.size();
    peer.update(updates.get(nextUpdate));
  }

  @Override
  public void close() throws IOException, SQLException {
    peer.close();
  }
}
