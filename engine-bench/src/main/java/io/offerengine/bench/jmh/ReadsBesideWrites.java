package io.offerengine.bench.jmh;

import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The duration of typical searches while a writer changes 20,000 random offers per second, in
 * batches of 100.
 *
 * <p>The baseline is the same searches without a writer.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar ReadsBesideWrites -p offers=20000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ReadsBesideWrites {
  private static final long SEED = 1;
  private static final int BATCH = 100;
  private static final int UPDATES_PER_SECOND = 20_000;
  private static final double PRICE_CHANGE = 0.1;

  /** Number of offers. */
  @Param({"20000", "200000", "1000000"})
  public int offers;

  /** Whether the writer runs. */
  @Param({"false", "true"})
  public boolean writes;

  private final List<Query> queries = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private long[] ids = {};
  private double[] prices = {};
  private @Nullable OfferEngine engine;
  private @Nullable ScheduledExecutorService writer;
  private @Nullable Future<?> writing;
  private int next;

  /** Loads the market, draws the searches and starts the writer. */
  @Setup
  public void setUp() {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
    ids = new long[offers];
    prices = new double[offers];
    int offer = 0;
    for (Offer each : market) {
      ids[offer] = each.id();
      prices[offer++] = each.number(MarketplaceSchema.DPH_BASE);
    }
    MarketDraws draws = new MarketDraws(MarketTable.of(market), SEED, List.of(SearchClass.Q2));
    for (DrawnSearch search : draws.searches(SearchClass.Q2)) {
      queries.add(EnginePeer.query(search));
    }
    OfferEngine searched = EnginePeer.load(market, MarketSchema.MARKET);
    engine = searched;
    if (writes) {
      ScheduledExecutorService paced = Executors.newSingleThreadScheduledExecutor();
      long period = TimeUnit.SECONDS.toNanos(1) * BATCH / UPDATES_PER_SECOND;
      writing =
          paced.scheduleAtFixedRate(() -> write(searched), period, period, TimeUnit.NANOSECONDS);
      writer = paced;
    }
  }

  private void write(OfferEngine written) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < BATCH; i++) {
      int offer = random.nextInt(offers);
      double price = prices[offer] * (1 + PRICE_CHANGE * (random.nextDouble() - 0.5));
      batch.update(
          ids[offer],
          OfferChanges.builder()
              .set(MarketplaceSchema.DPH_BASE, price)
              .set(MarketplaceSchema.RENTED, random.nextBoolean())
              .build());
    }
    written.apply(batch.build());
  }

  /** Stops the writer. If the writer has failed, the benchmark fails. */
  @TearDown
  public void tearDown() throws InterruptedException, ExecutionException {
    if (writer != null && writing != null) {
      if (writing.isDone()) {
        writing.get();
      }
      writer.shutdown();
      writer.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  /** Runs the next draw of Q2. */
  @Benchmark
  public long[] search() {
    next = (next + 1) % queries.size();
    return EnginePeer.ids(Objects.requireNonNull(engine).snapshot().search(queries.get(next)));
  }
}
