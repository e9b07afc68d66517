package io.offerengine.bench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of writing a response with every field of every offer. The results of drawn searches
 * take turns, and all ways of writing are checked to write the same bytes.
 *
 * <p>{@code plain} is the baseline, and writes field by field. {@code cached} renders from cached
 * rows to a new array; {@code cachedIntoBuffer} writes to a direct buffer that is used again, as
 * the server does. In {@code crowded} the cache is far smaller than the rows of all responses: each
 * row is rendered, cached, and evicted before it occurs again. {@code uncached} has no cache.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar ResponseWriting -prof gc}
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms6g", "-Xmx6g", "-XX:+AlwaysPreTouch"})
public class ResponseWriting {
  /** Results of searches over a market. */
  @State(Scope.Benchmark)
  public abstract static class Responses {
    /** Number of offers. */
    @Param("1000000")
    public int offers;

    /** The largest number of results: of typical searches up to 64, of browses beyond. */
    @Param({"64", "1000", "10000"})
    public int limit;

    /** The storage that requests name, in GB; 0 for none, which the cached texts of rows assume. */
    @Param({"0", "50"})
    public double storage;

    private final long budget;
    private @Nullable DrawnResponses drawn;

    Responses(long budget) {
      this.budget = budget;
    }

    /** Loads the market and runs the searches. */
    @Setup
    public void setUp() throws IOException {
      drawn = new DrawnResponses(offers, limit, storage, budget);
    }

    DrawnResponses drawn() {
      return Objects.requireNonNull(drawn);
    }
  }

  /** A cache for all rows. */
  public static class Plenty extends Responses {
    /** Caches every row. */
    public Plenty() {
      super(1L << 30);
    }
  }

  /** A cache for about 1,500 rows, and its tables for a million rows. */
  public static class Scarcity extends Responses {
    /** Caches a few rows. */
    public Scarcity() {
      super(8 << 20);
    }
  }

  /** No cache. */
  public static class Nothing extends Responses {
    /** Caches no row. */
    public Nothing() {
      super(0);
    }
  }

  /** Writes field by field. */
  @Benchmark
  public byte[] plain(Plenty responses) throws IOException {
    return responses.drawn().plain();
  }

  /** Renders from cached rows. */
  @Benchmark
  public byte[] cached(Plenty responses) {
    return responses.drawn().ready();
  }

  /** Renders from cached rows into a buffer, over the last response. */
  @Benchmark
  public ByteBuffer cachedIntoBuffer(Plenty responses) {
    return responses.drawn().readyInBuffer();
  }

  /** Renders each row; the cache evicts it soon. */
  @Benchmark
  public byte[] crowded(Scarcity responses) {
    return responses.drawn().ready();
  }

  /** Renders each row, without a cache. */
  @Benchmark
  public byte[] uncached(Nothing responses) {
    return responses.drawn().ready();
  }
}
