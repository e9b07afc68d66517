package io.offerengine.bench.jmh;

import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
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

/**
 * The time of a page, in microseconds: of the first one, which needs no cursor, and of later ones.
 * The draws that have all of these pages take turns, the same ones for each page.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar LaterPages -p offers=1000000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LaterPages {
  private static final long SEED = 1;
  private static final int PAGES = 10;

  /** Number of offers. */
  @Param({"20000", "1000000"})
  public int offers;

  /** The class of searches. */
  @Param({"Q1_FOLDED", "Q2_FOLDED", "Q3_FOLDED", "Q5_FOLDED"})
  public SearchClass kind = SearchClass.Q1_FOLDED;

  private @Nullable OfferEngine engine;

  /** The pages of each draw. */
  private final List<List<Query>> pages = new ArrayList<>();

  private int next;

  /** Loads the market and finds the cursors of all pages. */
  @Setup
  public void setUp() {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
    engine = EnginePeer.load(market);
    for (DrawnSearch search :
        new MarketDraws(MarketTable.of(market), SEED, List.of(kind)).searches(kind)) {
      List<Query> ofSearch = pages(EnginePeer.query(search));
      if (ofSearch.size() == PAGES) {
        pages.add(ofSearch);
      }
    }
    if (pages.isEmpty()) {
      throw new IllegalStateException("no search of " + kind + " has " + PAGES + " pages");
    }
  }

  private List<Query> pages(Query first) {
    List<Query> found = new ArrayList<>();
    found.add(first);
    while (found.size() < PAGES) {
      Matches matches = engine().snapshot().search(found.get(found.size() - 1));
      EnginePeer.ids(matches);
      Cursor cursor = matches.nextCursor();
      if (cursor == null) {
        break;
      }
      found.add(first.after(cursor));
    }
    return found;
  }

  /** Closes the engine. */
  @TearDown
  public void tearDown() {
    engine().close();
  }

  /** The first page. */
  @Benchmark
  public long[] page1() {
    return search(1);
  }

  /** The second page. */
  @Benchmark
  public long[] page2() {
    return search(2);
  }

  /** The tenth page. */
  @Benchmark
  public long[] page10() {
    return search(PAGES);
  }

  private long[] search(int page) {
    next = (next + 1) % pages.size();
    return EnginePeer.ids(engine().snapshot().search(pages.get(next).get(page - 1)));
  }

  private OfferEngine engine() {
    return Objects.requireNonNull(engine);
  }
}
