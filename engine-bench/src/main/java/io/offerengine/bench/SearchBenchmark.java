package io.offerengine.bench;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.bench.QueryShape.SearchPair;
import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * How much faster is a search by the engine than a filter over a list of objects?
 *
 * <p>Both find the identifiers of the same results, best first; {@link #setUp} checks that they do,
 * for every search of the pool. Queries and predicates are made beforehand. Each call takes the
 * next of 256 searches with other values, so that no branch is predicted from one query alone.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar SearchBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SearchBenchmark {
  private static final int POOL = 256;
  private static final long SEED = 1;

  /** Number of offers. */
  @Param({"20000", "200000"})
  public int offers;

  /** Kind of search. */
  @Param public QueryShape shape = QueryShape.Q1_CHEAPEST;

  private final SearchPair[] pool = new SearchPair[POOL];
  private final List<NaiveOffer> list = new ArrayList<>();
  private Snapshot snapshot = emptyEngine().snapshot();
  private int next;

  /** Makes the market and the searches, and checks that both sides answer alike. */
  @Setup
  public void setUp() {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
    for (Offer offer : market) {
      list.add(NaiveOffer.of(offer));
    }
    OfferEngine engine = emptyEngine();
    engine.load(market.iterator(), LoadListener.NONE);
    snapshot = engine.snapshot();
    for (int i = 0; i < POOL; i++) {
      Draws draws = Draws.of(SEED, Draws.Kind.QUERIES, i);
      pool[i] = shape.draw(draws, list);
      long[] expected = pool[i].naive().run(list);
      long[] found = search(pool[i]);
      if (!Arrays.equals(expected, found)) {
        throw new IllegalStateException(
            "search "
                + i
                + " differs: "
                + pool[i].query()
                + "\nexpected "
                + Arrays.toString(expected)
                + "\nbut found "
                + Arrays.toString(found));
      }
    }
  }

  /** Searches by the engine. */
  @Benchmark
  public long[] engine() {
    return search(nextPair());
  }

  /** Searches the list. */
  @Benchmark
  public long[] naive() {
    return nextPair().naive().run(list);
  }

  private long[] search(SearchPair pair) {
    Matches matches = snapshot.search(pair.query());
    long[] ids = new long[matches.size()];
    for (int i = 0; matches.next(); i++) {
      ids[i] = matches.id();
    }
    return ids;
  }

  private SearchPair nextPair() {
    next = (next + 1) % POOL;
    return pool[next];
  }

  private static OfferEngine emptyEngine() {
    return OfferEngine.builder(MarketplaceSchema.schema())
        .clock(() -> OfferGenerator.DEFAULT_NOW)
        .build();
  }
}
