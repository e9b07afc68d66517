package io.offerengine.bench.versions;

import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.peers.Peer.PreparedSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.SearchClass;
import java.util.function.UnaryOperator;

/** The searches of a class in one engine, or those of a related class. */
final class EngineSearches implements TimedVersion {
  private final EnginePeer engine;
  private final MarketDraws draws;
  private final UnaryOperator<SearchClass> choice;
  private PreparedSearch[] searches = {};
  private long[] found = {};

  /**
   * Creates the searches of an engine.
   *
   * @param choice maps a class to the class whose searches are run
   */
  EngineSearches(EnginePeer engine, MarketDraws draws, UnaryOperator<SearchClass> choice) {
    this.engine = engine;
    this.draws = draws;
    this.choice = choice;
  }

  @Override
  public int turnTo(String kind) {
    SearchClass chosen = choice.apply(SearchClass.valueOf(kind));
    searches = draws.searches(chosen).stream().map(engine::prepare).toArray(PreparedSearch[]::new);
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
