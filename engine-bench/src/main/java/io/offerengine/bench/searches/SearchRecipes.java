package io.offerengine.bench.searches;

import static io.offerengine.schema.Operator.CONTAINS;
import static io.offerengine.schema.Operator.STARTS_WITH;

import io.offerengine.bench.market.Draws;
import io.offerengine.schema.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The recipes by which searches are drawn. The median search of a class matches a given share of
 * the offers, whatever the market's size.
 *
 * <p>Values come from drawn offers, so that frequent values are frequent. If a class has a share, a
 * share is drawn for each search, and the last threshold is set at the rank that leaves this share.
 * If no threshold does, the search is drawn again.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class SearchRecipes {
  private static final int LIMIT = 64;
  private static final int OPEN_LIMIT = 20;
  private static final int PAGE = 10_000;

  private static final double TYPICAL_SHARE = 0.0035;
  private static final double NUMERIC_SHARE = 0.04;
  private static final double RARE_SHARE = 8e-6;

  /** How often the searches of Q1 also ask for a verified machine. */
  private static final double ASKS_FOR_VERIFIED = 0.4;

  /** The least share of offers that each condition of an empty search must accept. */
  private static final double BROAD = 0.1;

  private static final int SHORTEST_TEXT = 3;
  private static final int LONGEST_TEXT = 11;

  private static final int ATTEMPTS = 60;
  private static final int EMPTY_ATTEMPTS = 2_000;

  private static final List<Ordering> CHEAPEST = List.of(new Ordering(Column.DPH_TOTAL, false));
  private static final Column[] NUMERIC = {
    Column.GPU_RAM,
    Column.CPU_RAM,
    Column.INET_DOWN,
    Column.DISK_SPACE,
    Column.RELIABILITY,
    Column.CUDA_MAX_GOOD
  };
  private static final Column[] CORRELATED = {Column.DPH_TOTAL, Column.DLPERF, Column.TOTAL_FLOPS};

  private final MarketTable table;
  private final Map<Column, double[]> sorted = new EnumMap<>(Column.class);
  private List<int[]> rareGroups = List.of();

  SearchRecipes(MarketTable table) {
    this.table = table;
  }

  /** Draws a search of a plain class of searches, except Q10. */
  DrawnSearch draw(SearchClass kind, Draws draws) {
    return switch (kind) {
      case Q1 -> DrawnSearch.of(browsing(draws), bestScore(), LIMIT);
      case Q2 -> typical(draws);
      case Q3 -> numeric(draws);
      case Q4 -> rare(draws);
      case Q5 ->
          DrawnSearch.of(
              List.of(Comparison.atLeast(Column.RELIABILITY, draws.between(0.4, 0.6))),
              CHEAPEST,
              OPEN_LIMIT);
      case Q6 ->
          DrawnSearch.of(
              browsing(draws),
              List.of(new Ordering(Column.NUM_GPUS, true), new Ordering(Column.DPH_TOTAL, false)),
              LIMIT);
      case Q7 ->
          DrawnSearch.of(
              List.of(
                  Comparison.atLeast(
                      Column.DLPERF, quantile(Column.DLPERF, draws.between(0.985, 0.995)))),
              CHEAPEST,
              LIMIT);
      case Q8 -> empty(draws);
      case Q9 -> DrawnSearch.of(browsing(draws), bestScore(), PAGE);
      case PREFIX -> withTitle(DrawnSearch.of(List.of(), CHEAPEST, LIMIT), STARTS_WITH, draws);
      case CONTAINS -> withTitle(DrawnSearch.of(List.of(), CHEAPEST, LIMIT), CONTAINS, draws);
      case ID -> {
        double id = table.id(draws.below(table.size()));
        yield DrawnSearch.of(List.of(Comparison.equalTo(Column.ID, id)), CHEAPEST, LIMIT);
      }
      default -> throw new IllegalArgumentException(kind + " has no recipe of its own");
    };
  }

  /**
   * Returns a search with a condition on the title, which some of its matches fulfil if it has any.
   */
  DrawnSearch withTitle(DrawnSearch search, Operator pattern, Draws draws) {
    RowSelection selection = new RowSelection(table, search);
    int row = draws.below(table.size());
    int start = row - row % RowSelection.BLOCK;
    for (int i = 0; i < table.size(); i += RowSelection.BLOCK) {
      int found = selection.find(start);
      if (found > 0) {
        row = selection.rows()[draws.below(found)];
        break;
      }
      start = start + RowSelection.BLOCK < table.size() ? start + RowSelection.BLOCK : 0;
    }
    String title = table.textAt(Column.TITLE, row);
    if (title == null) {
      throw new IllegalArgumentException("the offers of this schema have no titles");
    }
    int length = SHORTEST_TEXT + draws.below(LONGEST_TEXT - SHORTEST_TEXT);
    int first = pattern == STARTS_WITH ? 0 : draws.below(title.length() - length);
    return search.with(Comparison.title(pattern, title.substring(first, first + length)));
  }

  private static List<Ordering> bestScore() {
    return List.of(new Ordering(Column.SCORE, true));
  }

  private static List<Comparison> browsing(Draws draws) {
    List<Comparison> conditions = new ArrayList<>();
    conditions.add(Comparison.flag(Column.RENTABLE, true));
    conditions.add(Comparison.flag(Column.RENTED, false));
    if (draws.chance(ASKS_FOR_VERIFIED)) {
      conditions.add(Comparison.flag(Column.VERIFIED, true));
    }
    return conditions;
  }

  private DrawnSearch typical(Draws draws) {
    double share = TYPICAL_SHARE * StrictMath.exp(draws.between(-1.4, 1.4));
    List<Comparison> conditions = List.of();
    for (int i = 0; i < ATTEMPTS; i++) {
      conditions = browsing(draws);
      int model = table.codes(Column.GPU_NAME)[draws.below(table.size())];
      conditions.add(Comparison.text(Column.GPU_NAME, table.text(Column.GPU_NAME, model)));
      conditions.add(Comparison.atLeast(Column.NUM_GPUS, 1 << draws.below(3)));
      double[] reliabilities = matching(conditions, Column.RELIABILITY);
      int wanted = Math.max(1, (int) Math.rint(share * table.size()));
      if (reliabilities.length >= wanted) {
        double threshold = reliabilities[reliabilities.length - wanted];
        conditions.add(Comparison.atLeast(Column.RELIABILITY, threshold));
        break;
      }
    }
    return DrawnSearch.of(conditions, CHEAPEST, LIMIT);
  }

  private DrawnSearch numeric(Draws draws) {
    double share = NUMERIC_SHARE * StrictMath.exp(draws.between(-0.7, 0.7));
    List<Comparison> conditions = new ArrayList<>();
    for (int i = 0; i < ATTEMPTS; i++) {
      conditions = new ArrayList<>();
      for (Column column : NUMERIC) {
        double threshold = quantile(column, draws.between(0.05, 0.35));
        conditions.add(Comparison.atLeast(column, threshold));
      }
      double[] prices = matching(conditions, Column.DPH_TOTAL);
      int wanted = Math.max(1, (int) Math.rint(share * table.size()));
      if (prices.length >= wanted) {
        conditions.add(Comparison.atMost(Column.DPH_TOTAL, prices[wanted - 1]));
        break;
      }
    }
    List<Ordering> order = List.of(new Ordering(Column.DLPERF_PER_DPHTOTAL, true));
    return DrawnSearch.of(conditions, order, LIMIT);
  }

  private DrawnSearch rare(Draws draws) {
    if (rareGroups.isEmpty()) {
      rareGroups = groupsOfEight();
    }
    int[] group = rareGroups.get(draws.below(rareGroups.size()));
    List<Comparison> conditions =
        List.of(
            Comparison.text(Column.GPU_NAME, table.text(Column.GPU_NAME, group[0])),
            Comparison.equalTo(Column.NUM_GPUS, 8),
            Comparison.text(Column.GEOLOCATION, table.text(Column.GEOLOCATION, group[1])),
            Comparison.flag(Column.STATIC_IP, true));
    return DrawnSearch.of(conditions, CHEAPEST, LIMIT);
  }

  /** Returns pairs of a model and a location that have the wanted number of eight-GPU offers. */
  private List<int[]> groupsOfEight() {
    Map<Long, int[]> groups = new HashMap<>();
    for (int row = 0; row < table.size(); row++) {
      int location = table.codes(Column.GEOLOCATION)[row];
      boolean counts =
          table.numbers(Column.NUM_GPUS)[row] == 8
              && table.flags(Column.STATIC_IP)[row] != 0
              && location >= 0
              // A condition with two letters alone would mean a whole country.
              && table.text(Column.GEOLOCATION, location).length() > 2;
      if (counts) {
        int model = table.codes(Column.GPU_NAME)[row];
        long key = (long) model << 32 | location;
        groups.computeIfAbsent(key, unknown -> new int[] {model, location, 0})[2]++;
      }
    }
    double wanted = Math.max(1, RARE_SHARE * table.size());
    List<int[]> near = new ArrayList<>();
    for (int[] group : new TreeMap<>(groups).values()) {
      if (group[2] >= 0.6 * wanted && group[2] <= 1.5 * wanted) {
        near.add(group);
      }
    }
    return near.isEmpty() ? new ArrayList<>(new TreeMap<>(groups).values()) : near;
  }

  private DrawnSearch empty(Draws draws) {
    for (int i = 0; i < EMPTY_ATTEMPTS; i++) {
      Column low = draws.oneOf(CORRELATED);
      Column high = draws.oneOf(CORRELATED);
      double bound = quantile(low, draws.between(0.1, 0.4));
      double above = Math.nextUp(largest(high, low, bound));
      double[] values = sortedValues(high);
      int first = Arrays.binarySearch(values, above);
      int passing = values.length - (first < 0 ? -first - 1 : first);
      if (low != high && passing >= BROAD * table.size()) {
        return DrawnSearch.of(
            List.of(Comparison.atMost(low, bound), Comparison.atLeast(high, above)),
            CHEAPEST,
            LIMIT);
      }
    }
    throw new IllegalStateException("no two broad conditions of this market exclude each other");
  }

  /** Returns the largest value of a column where another one has at most a value. */
  private double largest(Column column, Column other, double bound) {
    double[] values = table.numbers(column);
    double[] others = table.numbers(other);
    double largest = Double.NEGATIVE_INFINITY;
    for (int row = 0; row < values.length; row++) {
      if (others[row] <= bound && values[row] > largest) {
        largest = values[row];
      }
    }
    return largest;
  }

  /** Returns the values of a column where conditions hold, ascending. */
  private double[] matching(List<Comparison> conditions, Column column) {
    RowSelection selection = new RowSelection(table, DrawnSearch.of(conditions, CHEAPEST, LIMIT));
    double[] values = new double[table.size()];
    int found = 0;
    for (int start = 0; start < table.size(); start += RowSelection.BLOCK) {
      int length = selection.find(start);
      for (int i = 0; i < length; i++) {
        values[found++] = table.numbers(column)[selection.rows()[i]];
      }
    }
    Arrays.sort(values, 0, found);
    return Arrays.copyOf(values, found);
  }

  private double quantile(Column column, double rank) {
    double[] values = sortedValues(column);
    return values[(int) (rank * values.length)];
  }

  private double[] sortedValues(Column column) {
    return sorted.computeIfAbsent(
        column,
        wanted ->
            Arrays.stream(table.numbers(wanted)).filter(v -> !Double.isNaN(v)).sorted().toArray());
  }
}
