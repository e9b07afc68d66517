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
    peer = kind.load(market, table);
    for (DrawnSearch search : draws.searches(searchClass)) {
      searches.add(peer.prepare(search));
    }
    if (!kind.isEngine()) {
      try (Peer engine = PeerKind.ENGINE.load(market, table)) {
        check(draws.searches(searchClass), engine);
      }
    }
    updates.addAll(draws.updates());
    updates.addAll(draws.restorations());
  }

  /** Checks that the answers are those of the engine. */
  private void check(List<DrawnSearch> drawn, Peer engine) throws Exception {
    for (int i = 0; i < drawn.size(); i++) {
      long[] expected = engine.prepare(drawn.get(i)).run();
      if (!Arrays.equals(expected, searches.get(i).run())) {
        throw new IllegalStateException("the engine answers otherwise: " + drawn.get(i));
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
