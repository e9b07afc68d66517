package io.offerengine.bench.searches;

import io.offerengine.bench.market.Draws;
import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An endless draw of searches as users of a market would save them.
 *
 * <p>45 % ask for a model, a number of GPUs, a price of 0.5 to 1.1 of the median of such offers,
 * and the four conditions that clients send by default; 20 % ask for 3 to 6 more bounds; 20 % ask
 * for memory and performance per dollar instead of a model; 7 % ask for one machine or host; 4 %
 * are bids; 4 % are broad. A search names a storage with a probability of 12 %: 5, 10, 50 or 200
 * GB, and one time in ten another one.
 *
 * <p>The same market and seed give the same searches.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class SavedMix {
  private static final double MODEL = 0.45;
  private static final double DETAILED = 0.65;
  private static final double NO_MODEL = 0.85;
  private static final double ONE_MACHINE = 0.92;
  private static final double BIDS = 0.96;

  private static final double NAMES_STORAGE = 0.12;
  private static final double OTHER_STORAGE = 0.1;
  private static final double[] USUAL_STORAGES = {5, 10, 50, 200};
  private static final double[] OTHER_STORAGES = {15, 20, 32, 64, 100, 500};

  private static final double CENTS = 0.7;
  private static final double DAY = 86_400;

  private final MarketTable table;
  private final Draws draws;

  /** By model and number of GPUs: the median price. */
  private final Map<Long, Double> medians = new HashMap<>();

  /** Prepares draws from a market. */
  public SavedMix(MarketTable table, long seed) {
    this.table = table;
    this.draws = Draws.of(seed, Draws.Kind.QUERIES, 1);
    Map<Long, List<Double>> prices = new HashMap<>();
    for (int row = 0; row < table.size(); row++) {
      prices
          .computeIfAbsent(slice(row), any -> new ArrayList<>())
          .add(table.numbers(Column.DPH_TOTAL)[row]);
    }
    prices.forEach((slice, each) -> {
      double[] sorted = each.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      medians.put(slice, sorted[sorted.length / 2]);
    });
  }

  private long slice(int row) {
    return (long) table.codes(Column.GPU_NAME)[row] << 32
        | (long) table.numbers(Column.NUM_GPUS)[row];
  }

  /** Draws a search. */
  public Query next() {
    QueryBuilder query = Query.builder(MarketplaceSchema.schema()).orderById();
    double rank = draws.unit();
    int row = draws.below(table.size());
    if (rank < MODEL) {
      model(query, row);
      defaults(query);
    } else if (rank < DETAILED) {
      model(query, row);
      defaults(query);
      details(query, 3 + draws.below(4));
    } else if (rank < NO_MODEL) {
      withoutModel(query, row);
      defaults(query);
    } else if (rank < ONE_MACHINE) {
      oneMachine(query, row);
    } else if (rank < BIDS) {
      model(query, row);
      defaults(query);
      query.with(MarketplaceSchema.TYPE, InstanceType.BID);
    } else {
      broad(query, row);
    }
    if (draws.chance(NAMES_STORAGE)) {
      double[] storages = draws.chance(OTHER_STORAGE) ? OTHER_STORAGES : USUAL_STORAGES;
      query.with(MarketplaceSchema.ALLOCATED_STORAGE, storages[draws.below(storages.length)]);
    }
    return query.build();
  }

  private void model(QueryBuilder query, int row) {
    query.where("gpu_name", "eq", Objects.requireNonNull(table.textAt(Column.GPU_NAME, row)));
    query.where("num_gpus", "eq", (long) table.numbers(Column.NUM_GPUS)[row]);
    price(query, row, 0.5, 1.1);
  }

  private void price(QueryBuilder query, int row, double low, double high) {
    double ceiling = Objects.requireNonNull(medians.get(slice(row))) * draws.between(low, high);
    double unit = draws.chance(CENTS) ? 100 : 10_000;
    query.where("dph_total", "lte", Math.max(1, Math.rint(ceiling * unit)) / unit);
  }

  /** Adds the conditions that the marketplace's own client sends unless told otherwise. */
  private static void defaults(QueryBuilder query) {
    query.where("verified", "eq", true);
    query.where("external", "eq", false);
    query.where("rentable", "eq", true);
    query.where("rented", "eq", false);
  }

  private void withoutModel(QueryBuilder query, int row) {
    if (draws.chance(0.6)) {
      query.where(
          "gpu_ram", "gte", oneOf(8_000, 10_000, 12_000, 16_000, 20_000, 24_000, 40_000, 80_000));
    } else {
      query.where("gpu_total_ram", "gte", oneOf(24_000, 48_000, 80_000, 96_000, 160_000, 320_000));
    }
    double value = table.numbers(Column.DLPERF_PER_DPHTOTAL)[row];
    if (!Double.isNaN(value)) {
      query.where(
          "dlperf_per_dphtotal", "gte", Math.rint(value * draws.between(0.9, 1.4) * 10) / 10);
    }
    if (draws.chance(0.7)) {
      price(query, row, 0.5, 1.5);
    }
    if (draws.chance(0.5)) {
      query.where("num_gpus", "gte", oneOf(1, 2, 4, 8));
    }
  }

  private void oneMachine(QueryBuilder query, int row) {
    Column column = draws.chance(0.7) ? Column.MACHINE_ID : Column.HOST_ID;
    query.where(column.label(), "eq", (long) table.numbers(column)[row]);
    query.where("rentable", "eq", true);
    if (draws.chance(0.3)) {
      query.where("num_gpus", "gte", oneOf(1, 2, 4));
    }
  }

  private void broad(QueryBuilder query, int row) {
    query.where("rentable", "eq", true);
    if (draws.chance(0.5)) {
      price(query, row, 0.3, 1);
    } else {
      query.where("gpu_arch", "eq", "nvidia").where("reliability", "gte", oneOf(0.95, 0.98, 0.99));
    }
  }

  /** Adds some different bounds. */
  private void details(QueryBuilder query, int count) {
    int[] order = new int[10];
    Arrays.setAll(order, i -> i);
    for (int i = 0; i < count; i++) {
      int other = i + draws.below(order.length - i);
      int chosen = order[other];
      order[other] = order[i];
      detail(query, chosen);
    }
  }

  private void detail(QueryBuilder query, int chosen) {
    switch (chosen) {
      case 0 -> query.where("reliability", "gte", oneOf(0.9, 0.95, 0.98, 0.99, 0.995));
      case 1 -> query.where("inet_down", "gte", bound(Column.INET_DOWN, 50, 100, 200, 500, 1_000));
      case 2 -> query.where("inet_up", "gte", bound(Column.INET_UP, 50, 100, 200, 500));
      case 3 -> query.where("disk_space", "gte", bound(Column.DISK_SPACE, 20, 50, 100, 200, 500));
      case 4 -> query.where("cpu_ram", "gte", bound(Column.CPU_RAM, 16_000, 32_000, 64_000));
      case 5 -> query.where("cpu_cores_effective", "gte", oneOf(2, 4, 8, 16, 32));
      case 6 -> query.where("cuda_max_good", "gte", oneOf(11.8, 12, 12.1, 12.4, 12.6, 12.8));
      case 7 -> query.where("duration", "gte", DAY * oneOf(1, 3, 7, 14, 30));
      case 8 -> query.where("geolocation", "in", countries());
      default -> query.where("direct_port_count", "gte", oneOf(1, 2, 5, 10, 50));
    }
  }

  private List<String> countries() {
    List<String> countries = new ArrayList<>();
    for (int i = draws.below(3); i >= 0; i--) {
      countries.add(draws.oneOf("US", "CA", "DE", "FR", "GB", "SE", "NL", "PL", "JP", "TW"));
    }
    return countries;
  }

  /** Returns a round number, or now and then what some offer has. */
  private double bound(Column column, double... round) {
    double value = table.numbers(column)[draws.below(table.size())];
    return draws.chance(0.25) && !Double.isNaN(value) ? value : oneOf(round);
  }

  private double oneOf(double... values) {
    return values[draws.below(values.length)];
  }
}
