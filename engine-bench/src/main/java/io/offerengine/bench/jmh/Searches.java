package io.offerengine.bench.jmh;

import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.query.Cursor;
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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The mean time of a search of one class, in microseconds: of its first page or of a later one. The
 * draws that have the page take turns; each thread starts with another one, and copies the
 * identifiers of the results.
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

  private @Nullable OfferEngine engine;
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

  /** Loads the market, draws the searches and finds the cursors of their pages. */
  @Setup
  public void setUp() {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
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
  }

  /** Closes the engine. */
  @TearDown
  public void tearDown() {
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
