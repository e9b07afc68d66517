package io.offerengine.bench.jmh;

import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The throughput of one thread and of two, in searches per millisecond of all threads together.
 * Each thread takes the 200 draws of a class in turn and copies the identifiers of the results. The
 * threads start with different draws.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar SearchScaling -p offers=200000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SearchScaling {
  private static final long SEED = 1;

  /** Number of offers. */
  @Param({"20000", "1000000"})
  public int offers;

  /** The class of searches. */
  @Param({"Q1", "Q2", "Q3", "Q5", "Q9"})
  public SearchClass kind = SearchClass.Q1;

  private @Nullable OfferEngine engine;
  private final List<Query> queries = new ArrayList<>();

  /** The next draw of a thread. */
  @State(Scope.Thread)
  public static class Turn {
    private int next;

    /** Starts every thread with a different draw. */
    @Setup
    public void setUp(SearchScaling searches, ThreadParams threads) {
      next = threads.getThreadIndex() * searches.queries.size() / threads.getThreadCount();
    }
  }

  /** Loads the market and draws the searches. */
  @Setup
  public void setUp() {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
    engine = EnginePeer.load(market);
    for (DrawnSearch search :
        new MarketDraws(MarketTable.of(market), SEED, List.of(kind)).searches(kind)) {
      queries.add(EnginePeer.query(search));
    }
  }

  /** Closes the engine. */
  @TearDown
  public void tearDown() {
    engine().close();
  }

  /** Searches on one thread. */
  @Benchmark
  @Threads(1)
  public long[] oneThread(Turn turn) {
    return search(turn);
  }

  /** Searches on two threads. */
  @Benchmark
  @Threads(2)
  public long[] twoThreads(Turn turn) {
    return search(turn);
  }

  private long[] search(Turn turn) {
    turn.next = (turn.next + 1) % queries.size();
    return EnginePeer.ids(engine().snapshot().search(queries.get(turn.next)));
  }

  private OfferEngine engine() {
    return Objects.requireNonNull(engine);
  }
}
