package io.offerengine.bench.jmh;

import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.PriceRule;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.Facets;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One request of ten facets of values, two histograms and three ranges, each without its own
 * conditions: the engine beside a {@link FacetLoop}.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar MarketFacets}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MarketFacets {
  private static final long SEED = 7;
  private static final int CHANGES = 2_000;
  private static final int CHANGES_PER_BATCH = 50;
  private static final double OTHER_STORAGE = 33.25;

  private static final List<Column> COUNTED =
      List.of(
          Column.GPU_NAME,
          Column.GEOLOCATION,
          Column.NUM_GPUS,
          Column.GPU_RAM,
          Column.COMPUTE_CAP,
          Column.CUDA_MAX_GOOD,
          Column.VERIFIED,
          Column.RENTABLE,
          Column.RENTED,
          Column.STATIC_IP);
  private static final List<Column> BINNED = List.of(Column.DPH_TOTAL, Column.RELIABILITY);
  private static final List<double[]> EDGES =
      List.of(
          new double[] {0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16},
          new double[] {0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999});
  private static final List<Column> RANGES =
      List.of(Column.INET_DOWN, Column.DISK_SPACE, Column.CPU_RAM);

  /** Number of offers. */
  @Param({"20000", "1000000"})
  public int offers;

  /** The conditions. */
  @Param({"BROWSE", "TYPICAL", "RANGES", "STORAGE"})
  public String search = "BROWSE";

  /** Whether offers were just loaded, or changed since. */
  @Param({"LOADED", "UPDATED"})
  public String state = "LOADED";

  private @Nullable OfferEngine engine;
  private @Nullable Query query;
  private @Nullable FacetRequest request;
  private @Nullable FacetRequest foldRequest;
  private @Nullable FacetLoop loop;

  /** Loads a market, and compares the counts. */
  @Setup
  public void setUp() {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
    MarketTable table = MarketTable.of(market);
    OfferEngine loaded = EnginePeer.load(market);
    if (state.equals("UPDATED")) {
      change(loaded, table);
    }
    List<Comparison> conditions = conditions();
    boolean isOther = search.equals("STORAGE");
    PriceRule prices = isOther ? new PriceRule(false, OTHER_STORAGE) : PriceRule.STANDARD;
    engine = loaded;
    request = request(Counting.ROWS);
    foldRequest = request(Counting.FOLDS);
    List<Comparison> all = new ArrayList<>(conditions);
    if (isOther) {
      all.add(Comparison.atLeast(Column.DISK_SPACE, OTHER_STORAGE));
    }
    loop = new FacetLoop(table, COUNTED, BINNED, EDGES, RANGES, prices, all, conditions.size());
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema());
    for (Comparison each : conditions) {
      builder.where(each.column().field(), each.operator(), each.value());
    }
    if (isOther) {
      builder.with(MarketplaceSchema.ALLOCATED_STORAGE, OTHER_STORAGE);
    }
    query = builder.build();
    check(engine(), loop());
  }

  private void change(OfferEngine loaded, MarketTable table) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < CHANGES; i += CHANGES_PER_BATCH) {
      OfferBatch.Builder batch = OfferBatch.builder();
      for (int j = 0; j < CHANGES_PER_BATCH; j++) {
        int row = random.nextInt(offers);
        double price = table.numbers(Column.DPH_BASE)[row] * (0.8 + random.nextDouble() / 2);
        PriceChange change = new PriceChange(row, table.id(row), price, random.nextBoolean());
        table.change(change);
        batch.update(
            change.id(),
            OfferChanges.builder(MarketplaceSchema.schema())
                .set(MarketplaceSchema.DPH_BASE, change.price())
                .set(MarketplaceSchema.RENTED, change.rented())
                .build());
      }
      loaded.apply(batch.build());
    }
  }

  private List<Comparison> conditions() {
    List<Comparison> flags =
        List.of(
            Comparison.flag(Column.VERIFIED, true),
            Comparison.flag(Column.RENTABLE, true),
            Comparison.flag(Column.RENTED, false));
    return switch (search) {
      case "BROWSE" -> flags;
      case "RANGES" ->
          List.of(
              Comparison.atMost(Column.DPH_TOTAL, 2),
              Comparison.atLeast(Column.RELIABILITY, 0.9),
              Comparison.atLeast(Column.INET_DOWN, 100),
              Comparison.atLeast(Column.DISK_SPACE, 50),
              Comparison.atLeast(Column.CPU_RAM, 16_000),
              Comparison.atLeast(Column.GPU_RAM, 10_000),
              Comparison.atLeast(Column.NUM_GPUS, 1));
      default ->
          List.of(
              flags.get(0),
              flags.get(1),
              Comparison.text(Column.GPU_NAME, "RTX 4090"),
              Comparison.atLeast(Column.NUM_GPUS, 2),
              Comparison.atLeast(Column.RELIABILITY, 0.95));
    };
  }

  private static FacetRequest request(Counting counting) {
    FacetRequest.Builder builder = FacetRequest.builder(MarketplaceSchema.schema());
    COUNTED.forEach(column -> builder.values(column.field(), 1_000));
    for (int i = 0; i < BINNED.size(); i++) {
      builder.histogram(BINNED.get(i).field(), EDGES.get(i));
    }
    RANGES.forEach(column -> builder.range(column.field()));
    return builder.withoutOwnCondition().counting(counting).build();
  }

  private static void check(Facets found, FacetLoop.Counts expected) {
    require(found.matched() == expected.matched, "matched", found.matched(), expected.matched);
    for (int i = 0; i < COUNTED.size(); i++) {
      Facets.Values values = found.values().get(i);
      long[] counts = expected.byValue[i].clone();
      require(values.absent() == counts[0], "absent " + values.field(), values.absent(), counts[0]);
      counts[0] = 0;
      long[] other = values.counts().stream().mapToLong(Facets.Count::count).sorted().toArray();
      long[] positive = Arrays.stream(counts).filter(count -> count > 0).sorted().toArray();
      String shown = Arrays.toString(positive);
      require(Arrays.equals(other, positive), "" + values.field(), values.counts(), shown);
    }
    for (int i = 0; i < BINNED.size(); i++) {
      Facets.Histogram bins = found.histograms().get(i);
      long[] expectedBins = expected.bins[i];
      boolean isSame =
          bins.below() == expectedBins[0]
              && bins.above() == expectedBins[expectedBins.length - 1]
              && bins.counts()
                  .equals(Arrays.stream(expectedBins, 1, expectedBins.length - 1).boxed().toList());
      require(isSame, "bins", bins, Arrays.toString(expectedBins));
    }
    for (int i = 0; i < RANGES.size(); i++) {
      Facets.Range range = found.ranges().get(i);
      Number least = Objects.requireNonNull(range.least());
      Number greatest = Objects.requireNonNull(range.greatest());
      boolean isSame =
          least.doubleValue() == expected.least[i]
              && greatest.doubleValue() == expected.greatest[i];
      require(isSame, "range", range, expected.least[i] + " to " + expected.greatest[i]);
    }
  }

  private static void require(boolean isSame, String what, Object found, Object expected) {
    if (!isSame) {
      throw new IllegalStateException(what + ": engine " + found + ", loop " + expected);
    }
  }

  /** Counts by the engine. */
  @Benchmark
  public Facets engine() {
    return facets(Objects.requireNonNull(request));
  }

  /** Counts folds by the engine. */
  @Benchmark
  public Facets engineFolds() {
    return facets(Objects.requireNonNull(foldRequest));
  }

  private Facets facets(FacetRequest asked) {
    OfferEngine loaded = Objects.requireNonNull(engine);
    return loaded.snapshot().facets(Objects.requireNonNull(query), asked);
  }

  /** Counts by a loop over columns. */
  @Benchmark
  public FacetLoop.Counts loop() {
    return Objects.requireNonNull(loop).run();
  }
}
