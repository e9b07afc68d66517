package io.offerengine.bench.searches;

import io.offerengine.bench.market.Draws;
import io.offerengine.schema.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The searches of some classes and the updates, {@value #COUNT} of each, drawn from one market.
 *
 * <p>The same market and seed give the same draws, whatever the classes. All draws are made at the
 * start, so that the table of the market can be dropped afterwards.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class MarketDraws {
  /** The number of draws of a class. */
  public static final int COUNT = 200;

  private static final double[] STORAGES = {5, 8, 10, 50, 200};

  private final long seed;
  private final Map<SearchClass, List<DrawnSearch>> made = new EnumMap<>(SearchClass.class);
  private final List<PriceChange> updates;
  private final List<PriceChange> restorations;

  /**
   * Draws from a market.
   *
   * @param kinds the classes to draw; classes that these vary are drawn with them
   */
  public MarketDraws(MarketTable table, long seed, Collection<SearchClass> kinds) {
    this.seed = seed;
    SearchRecipes recipes = new SearchRecipes(table);
    kinds.forEach(kind -> make(kind, recipes));
    this.updates = updates(table);
    this.restorations = updates.stream().map(update -> table.unchanged(update.row())).toList();
  }

  /**
   * Returns the searches of a class; those of Q2 for a class with updates, and none for saved
   * searches.
   *
   * @throws IllegalArgumentException if the class was not drawn
   */
  public List<DrawnSearch> searches(SearchClass kind) {
    List<DrawnSearch> searches = made.get(kind);
    if (searches == null) {
      throw new IllegalArgumentException(kind + " was not drawn, but " + made.keySet());
    }
    return searches;
  }

  /**
   * Returns the updates: each changes the price of an offer and inverts its flag {@code rented}.
   */
  public List<PriceChange> updates() {
    return updates;
  }

  /** Returns the updates that undo {@link #updates}, one by one. */
  public List<PriceChange> restorations() {
    return restorations;
  }

  private List<PriceChange> updates(MarketTable table) {
    Draws draws = drawsOf(SearchClass.U1);
    List<PriceChange> changes = new ArrayList<>();
    boolean[] taken = new boolean[table.size()];
    while (changes.size() < Math.min(COUNT, table.size())) {
      int row = draws.below(table.size());
      PriceChange now = table.unchanged(row);
      double price = Math.rint(now.price() * draws.between(0.8, 1.25) * 1e4) / 1e4;
      if (!taken[row]) {
        taken[row] = true;
        changes.add(new PriceChange(row, now.id(), price, !now.rented()));
      }
    }
    return List.copyOf(changes);
  }

  private List<DrawnSearch> make(SearchClass kind, SearchRecipes recipes) {
    List<DrawnSearch> searches = made.get(kind);
    if (searches == null) {
      searches = List.copyOf(draw(kind, recipes));
      made.put(kind, searches);
    }
    return searches;
  }

  private List<DrawnSearch> draw(SearchClass kind, SearchRecipes recipes) {
    if (kind.group() == SearchClass.Group.SAVED) {
      return List.of();
    }
    if (!kind.isSearchOnly()) {
      return make(SearchClass.Q2, recipes);
    }
    List<DrawnSearch> searches = new ArrayList<>();
    Draws draws = drawsOf(kind);
    if (kind.base() != kind) {
      for (DrawnSearch search : make(kind.base(), recipes)) {
        searches.add(vary(search, kind.variant(), draws, recipes));
      }
    } else if (kind == SearchClass.Q10) {
      // Q10 counts the matches of the searches of Q3.
      for (DrawnSearch search : make(SearchClass.Q3, recipes)) {
        searches.add(search.answering(DrawnSearch.Answer.COUNT));
      }
    } else {
      for (int i = 0; i < COUNT; i++) {
        searches.add(recipes.draw(kind, draws));
      }
    }
    return searches;
  }

  private static DrawnSearch vary(
      DrawnSearch search, SearchClass.Variant variant, Draws draws, SearchRecipes recipes) {
    return switch (variant) {
      case STORAGE -> search.withStorage(STORAGES[draws.below(STORAGES.length)]);
      case BID -> search.bidding();
      case FOLDED -> search.folding();
      case FACETS -> flagged(search).answering(DrawnSearch.Answer.FACETS);
      case STORAGE_FACETS ->
          search.withStorage(draws.between(1, 200)).answering(DrawnSearch.Answer.FACETS);
      case BUNDLE_FACETS -> flagged(search).answering(DrawnSearch.Answer.BUNDLE_FACETS);
      case ALL -> search.answering(DrawnSearch.Answer.ALL);
      case PREFIX -> recipes.withTitle(search, Operator.STARTS_WITH, draws);
      case CONTAINS -> recipes.withTitle(search, Operator.CONTAINS, draws);
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
