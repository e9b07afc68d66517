package io.offerengine.bench.searches;

import io.offerengine.bench.market.Draws;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The searches and updates of every class, {@value #COUNT} of each, drawn from one market.
 *
 * <p>The same market and seed give the same draws. The first call for a class makes its draws;
 * later calls return the same ones.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class MarketDraws {
  /** The number of draws of a class. */
  public static final int COUNT = 200;

  private static final double[] STORAGES = {5, 8, 10, 50, 200};

  private final MarketTable table;
  private final long seed;
  private final SearchRecipes recipes;
  private final Map<SearchClass, List<DrawnSearch>> made = new EnumMap<>(SearchClass.class);

  /** Starts the draws from a market. */
  public MarketDraws(MarketTable table, long seed) {
    this.table = table;
    this.seed = seed;
    this.recipes = new SearchRecipes(table);
  }

  /** Returns the searches of a class; those of Q2 for the mix, none for the update. */
  public List<DrawnSearch> searches(SearchClass kind) {
    List<DrawnSearch> searches = made.get(kind);
    if (searches == null) {
      searches = kind == SearchClass.MIX ? searches(SearchClass.Q2) : draw(kind);
      made.put(kind, searches);
    }
    return searches;
  }

  /**
   * Returns the updates: each changes the price of an offer and inverts its flag {@code rented}.
   */
  public List<PriceChange> updates() {
    Draws draws = drawsOf(SearchClass.U1);
    List<PriceChange> updates = new ArrayList<>();
    boolean[] taken = new boolean[table.size()];
    while (updates.size() < Math.min(COUNT, table.size())) {
      int row = draws.below(table.size());
      PriceChange now = table.unchanged(row);
      double price = Math.rint(now.price() * draws.between(0.8, 1.25) * 1e4) / 1e4;
      if (!taken[row]) {
        taken[row] = true;
        updates.add(new PriceChange(row, now.id(), price, !now.rented()));
      }
    }
    return List.copyOf(updates);
  }

  /** Returns the updates that undo {@link #updates}, one by one. */
  public List<PriceChange> restorations() {
    return updates().stream().map(update -> table.unchanged(update.row())).toList();
  }

  private List<DrawnSearch> draw(SearchClass kind) {
    List<DrawnSearch> searches = new ArrayList<>();
    if (!kind.isPlain()) {
      Draws draws = drawsOf(kind);
      for (DrawnSearch search : searches(kind.base())) {
        searches.add(vary(search, kind.variant(), draws));
      }
      return List.copyOf(searches);
    }
    if (kind == SearchClass.Q10) {
      // Q10 counts the matches of the searches of Q3.
      for (DrawnSearch search : searches(SearchClass.Q3)) {
        searches.add(search.answering(DrawnSearch.Answer.COUNT));
      }
      return List.copyOf(searches);
    }
    if (kind != SearchClass.U1) {
      Draws draws = drawsOf(kind);
      for (int i = 0; i < COUNT; i++) {
        searches.add(recipes.draw(kind, draws));
      }
    }
    return List.copyOf(searches);
  }

  private static DrawnSearch vary(DrawnSearch search, SearchClass.Variant variant, Draws draws) {
    return switch (variant) {
      case STORAGE -> search.withStorage(STORAGES[draws.below(STORAGES.length)]);
      case BID -> search.bidding();
      case FOLDED -> search.folding();
      case FACETS -> flagged(search).answering(DrawnSearch.Answer.FACETS);
      case STORAGE_FACETS ->
          search.withStorage(draws.between(1, 200)).answering(DrawnSearch.Answer.FACETS);
      case BUNDLE_FACETS -> flagged(search).answering(DrawnSearch.Answer.BUNDLE_FACETS);
      case PLAIN -> search;
    };
  }

  /** Returns a search by flags alone with all three flags, and any other search as it is. */
  private static DrawnSearch flagged(DrawnSearch search) {
    boolean hasFlagsAlone =
        search.conditions().stream().allMatch(each -> each.column().kind() == Column.Kind.FLAG);
    return hasFlagsAlone ? search.with(Comparison.flag(Column.VERIFIED, true)) : search;
  }

  @SuppressWarnings("EnumOrdinal") // draws of a class must differ from those of another, no more
  private Draws drawsOf(SearchClass kind) {
    return Draws.of(seed, Draws.Kind.COMPARISON, kind.ordinal());
  }
}
