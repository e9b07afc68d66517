package io.offerengine.bench.versions;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The entry class of a version: an engine over a market, and saved searches, created inside the
 * version's own class loader.
 *
 * <p>{@link VersionLoader} finds the class by name in the benchmarks of any commit, so the name and
 * the constructor must not change.
 */
public final class LoadedVersion implements TimedVersion {
  /** The number of offers. */
  public static final String OFFERS = "offers";

  /** The seed of the market and of the draws. */
  public static final String SEED = "seed";

  /** The name of the schema. */
  public static final String SCHEMA = "schema";

  /** The number of drawn updates to apply before anything is timed, one batch each. */
  public static final String UPDATES = "updates";

  /** The number of saved searches. */
  public static final String SEARCHES = "searches";

  /** The names of the classes that will be run, separated by commas. */
  public static final String CLASSES = "classes";

  private final @Nullable SearchSide offers;
  private final @Nullable SavedSide saved;
  private TimedVersion chosen;

  /**
   * Loads what the classes need.
   *
   * @param options the values of the options that this class names; types of the JDK, so that
   *     versions can pass them to each other
   */
  public LoadedVersion(Map<String, String> options) throws Exception {
    long seed = Long.parseLong(value(options, SEED));
    OfferGenerator market = new OfferGenerator(seed, Integer.parseInt(value(options, OFFERS)));
    List<SearchClass> ofOffers = new ArrayList<>();
    List<SearchClass> ofSaved = new ArrayList<>();
    for (String name : value(options, CLASSES).split(",", -1)) {
      SearchClass kind = SearchClass.valueOf(name);
      (kind.group() == SearchClass.Group.SAVED ? ofSaved : ofOffers).add(kind);
    }
    saved =
        ofSaved.isEmpty()
            ? null
            : SavedSide.of(market, seed, Integer.parseInt(value(options, SEARCHES)));
    if (ofOffers.isEmpty()) {
      offers = null;
      chosen = Objects.requireNonNull(saved);
      return;
    }
    MarketSchema schema = MarketSchema.valueOf(value(options, SCHEMA));
    // Before the engine is loaded, so that the table of the market is not in memory beside it.
    MarketDraws draws = new MarketDraws(MarketTable.of(market, schema), seed, ofOffers);
    offers = new SearchSide(new EnginePeer(market, schema), draws);
    offers.update(Integer.parseInt(value(options, UPDATES)));
    chosen = offers;
  }

  private static String value(Map<String, String> options, String name) {
    return Objects.requireNonNull(options.get(name), name);
  }

  @Override
  public int turnTo(String kind) throws Exception {
    boolean isSaved = SearchClass.valueOf(kind).group() == SearchClass.Group.SAVED;
    TimedVersion side = isSaved ? saved : offers;
    if (side == null) {
      return 0;
    }
    chosen = side;
    return side.turnTo(kind);
  }

  @Override
  public long run(int draw) throws Exception {
    return chosen.run(draw);
  }

  @Override
  public long[] found() throws Exception {
    return chosen.found();
  }
}
