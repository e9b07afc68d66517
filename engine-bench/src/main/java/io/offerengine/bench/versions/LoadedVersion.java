package io.offerengine.bench.versions;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The entry class of a version: an engine over a market, created inside the version's own class
 * loader.
 *
 * <p>{@link VersionLoader} finds the class by name in the benchmarks of any commit, so the name and
 * the constructor must not change.
 */
public final class LoadedVersion implements TimedVersion {
  private final EngineSearches searches;

  /**
   * Loads a market.
   *
   * @param updates the number of drawn updates to apply, one batch each
   */
  public LoadedVersion(int offers, long seed, int updates) {
    OfferGenerator market = new OfferGenerator(seed, offers, OfferGenerator.DEFAULT_NOW);
    // Before the engine is loaded, so that the table of the market is not in memory beside it.
    MarketDraws draws =
        new MarketDraws(MarketTable.of(market), seed, List.of(SearchClass.values()));
    EnginePeer engine = new EnginePeer(market);
    List<PriceChange> changes = draws.updates();
    List<PriceChange> restorations = draws.restorations();
    for (int i = 0; i < updates; i++) {
      boolean undoes = i / changes.size() % 2 == 1;
      engine.update((undoes ? restorations : changes).get(i % changes.size()));
    }
    searches = new EngineSearches(engine, draws, UnaryOperator.identity());
  }

  @Override
  public int turnTo(String kind) {
    return searches.turnTo(kind);
  }

  @Override
  public long run(int draw) throws Exception {
    return searches.run(draw);
  }

  @Override
  public long[] found() {
    return searches.found();
  }
}
