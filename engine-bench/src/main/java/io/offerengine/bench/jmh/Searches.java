package io.offerengine.bench.jmh;

import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
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
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The mean time of a search of one class, in microseconds: of its first page or of a later one. The
 * draws that have the page take turns; each thread starts with another one, and copies the
 * identifiers of the results.
 *
 * <p>With {@code writes=true} a writer changes 20,000 random offers a second meanwhile, in batches.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar Searches -p kind=Q1,Q2 -p offers=1000000
 * -t 2}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class Searches {
  private static final long SEED = 1;

  /** The class of searches. */
  @Param({"Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9"})
  public SearchClass kind = SearchClass.Q1;

  /** Number of offers. */
  @Param("20000")
  public int offers;

  /** The schema with which the engine holds the offers. */
  @Param("MARKET")
  public MarketSchema schema = MarketSchema.MARKET;

  /** The number of the page, from 1. */
  @Param("1")
  public int page;

  /** Whether offers are changed meanwhile. */
  @Param("false")
  public boolean writes;

  private @Nullable OfferEngine engine;
  private @Nullable Writer writer;
  private final List<Query> queries = new ArrayList<>();

  /** The next draw of a thread. */
  @State(Scope.Thread)
  public static class Turn {
    private int next;

    /** Starts every thread with a different draw. */
    @Setup
    public void setUp(Searches searches, ThreadParams threads) {
      next = threads.getThreadIndex() * searches.queries.size() / threads.getThreadCount();
    }
  }

  /** Changes the prices of random offers, and whether they are rented, at a steady rate. */
  private static final class Writer {
    private static final int BATCH = 100;
    private static final int UPDATES_PER_SECOND = 20_000;
    private static final double PRICE_CHANGE = 0.1;

    private final OfferEngine engine;
    private final MarketTable table;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> writing;

    Writer(OfferEngine engine, MarketTable table) {
      this.engine = engine;
      this.table = table;
      long period = TimeUnit.SECONDS.toNanos(1) * BATCH / UPDATES_PER_SECOND;
      this.writing = thread.scheduleAtFixedRate(this::write, period, period, TimeUnit.NANOSECONDS);
    }

    private void write() {
      OfferBatch.Builder batch = OfferBatch.builder();
      for (int i = 0; i < BATCH; i++) {
        PriceChange now = table.unchanged(random.nextInt(table.size()));
        double price = now.price() * (1 + PRICE_CHANGE * (random.nextDouble() - 0.5));
        batch.update(
            now.id(),
            OfferChanges.builder(table.schema().schema())
                .put(table.schema().field(Column.DPH_BASE), price)
                .put(table.schema().field(Column.RENTED), random.nextBoolean())
                .build());
      }
      engine.apply(batch.build());
    }

    /** Stops, and fails if a batch has failed. */
    void stop() throws InterruptedException, ExecutionException {
      if (writing.isDone()) {
        writing.get();
      }
      thread.shutdown();
      thread.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  /** Loads the market, draws the searches and finds the cursors of their pages. */
  @Setup
  public void setUp() {
    OfferGenerator market = new OfferGenerator(SEED, offers);
    MarketTable table = MarketTable.of(market, schema);
    engine = EnginePeer.load(market, schema);
    for (DrawnSearch search : new MarketDraws(table, SEED, List.of(kind)).searches(kind)) {
      Query first = EnginePeer.query(search, schema);
      @Nullable Query wanted = first;
      for (int passed = 1; passed < page && wanted != null; passed++) {
        Cursor cursor = engine().snapshot().search(wanted).nextCursor();
        wanted = cursor == null ? null : first.after(cursor);
      }
      if (wanted != null) {
        queries.add(wanted);
      }
    }
    if (queries.isEmpty()) {
      throw new IllegalStateException("no search of " + kind + " has " + page + " pages");
    }
    writer = writes ? new Writer(engine(), table) : null;
  }

  /** Stops the writer, and closes the engine. */
  @TearDown
  public void tearDown() throws InterruptedException, ExecutionException {
    if (writer != null) {
      writer.stop();
    }
    engine().close();
  }

  /** Searches. */
  @Benchmark
  public long[] search(Turn turn) {
    turn.next = (turn.next + 1) % queries.size();
    return EnginePeer.ids(engine().snapshot().search(queries.get(turn.next)));
  }

  private OfferEngine engine() {
    return Objects.requireNonNull(engine);
  }
}
