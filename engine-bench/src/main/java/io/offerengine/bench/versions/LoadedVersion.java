package io.offerengine.bench.versions;

import io.offerengine.bench.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.peers.Peer.PreparedSearch;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.util.List;

/** A version inside of its class loader: all that it calls is that version's. */
public final class LoadedVersion implements TimedVersion {
  private final EnginePeer engine;
  private final MarketDraws draws;
  private PreparedSearch[] searches = {};
  private long[] found = {};

  /**
   * Loads a market.
   *
   * @param updates how many of the drawn updates to make, one batch each
   */
  public LoadedVersion(int offers, long seed, int updates) {
    OfferGenerator market = new OfferGenerator(seed, offers, OfferGenerator.DEFAULT_NOW);
    engine = new EnginePeer(market);
    draws = new MarketDraws(MarketTable.of(market), seed);
    List<PriceChange> changes = draws.updates();
    List<PriceChange> restorations = draws.restorations();
    for (int i = 0; i < updates; i++) {
      boolean undoes = i / changes.size() % 2 == 1;
      engine.update((undoes ? restorations : changes).get(i % changes.size()));
    }
  }

  @Override
  public int turnTo(String kind) {
    List<DrawnSearch> drawn = draws.searches(SearchClass.valueOf(kind));
    searches = drawn.stream().map(engine::prepare).toArray(PreparedSearch[]::new);
    return searches.length;
  }

  @Override
  public long run(int draw) throws Exception {
    PreparedSearch search = searches[draw];
    long start = System.nanoTime();
    found = search.run();
    return System.nanoTime() - start;
  }

  @Override
  public long[] found() {
    return found;
  }
}
