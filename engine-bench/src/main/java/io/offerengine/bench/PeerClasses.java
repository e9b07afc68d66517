package io.offerengine.bench;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.SearchClass;
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
 * What does a search of each class cost a peer? 200 draws in turn, each held to the engine's answer
 * first.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar PeerClasses -p offers=20000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PeerClasses {
  /** Number of offers. */
  @Param({"20000", "200000", "1000000"})
  public int offers;

  /** The peer. */
  @Param({
    "NAIVE",
    "LOOP",
    "LUCENE",
    "LUCENE_BY_PRICE",
    "LUCENE_BY_SCORE",
    "DUCKDB",
    "SQLITE",
    "CQENGINE"
  })
  public PeerKind peer = PeerKind.LOOP;

  /** The class of searches. */
  @Param({"Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9", "Q10"})
  public SearchClass kind = SearchClass.Q1;

  private @Nullable DrawnMarket market;

  /** Loads the market and draws. */
  @Setup
  public void setUp() throws Exception {
    market = new DrawnMarket(peer, offers, kind);
  }

  /** Lets go of the market. */
  @TearDown
  public void tearDown() throws Exception {
    market().close();
  }

  /** Runs the next draw. */
  @Benchmark
  public long[] search() throws Exception {
    return market().search();
  }

  private DrawnMarket market() {
    return Objects.requireNonNull(market);
  }
}
