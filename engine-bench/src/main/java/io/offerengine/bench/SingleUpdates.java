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
 * What does an update of one offer cost, until searches see it? Price and rented flag of 200 offers
 * in turn, then back.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar SingleUpdates -p offers=20000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SingleUpdates {
  /** Number of offers. */
  @Param({"20000", "200000", "1000000"})
  public int offers;

  /** The peer, ours included. */
  @Param public PeerKind peer = PeerKind.ENGINE;

  private @Nullable DrawnMarket market;

  /** Loads the market and draws. */
  @Setup
  public void setUp() throws Exception {
    market = new DrawnMarket(peer, offers, SearchClass.U1);
  }

  /** Lets go of the market. */
  @TearDown
  public void tearDown() throws Exception {
    market().close();
  }

  /** Makes the next update. */
  @Benchmark
  public void update() throws Exception {
    market().update();
  }

  private DrawnMarket market() {
    return Objects.requireNonNull(market);
  }
}
