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
 * What does writing a response cost, with every field of every offer? The searches are over; their
 * results are written in turn, and all ways are checked to write the same.
 *
 * <p>{@code plain} writes field by field, the baseline. {@code kept} finds the texts of rows kept,
 * and returns an array; {@code keptIntoBuffer} writes into a direct buffer that it uses again, as
 * the server does. {@code unkept} may keep none, and {@code crowded} may keep far fewer than are
 * asked for in turn, so that each is made, kept, and dropped before it is asked for again.
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

    /** The largest number of results: of typical searches, or of browses where it exceeds 64. */
    @Param({"64", "1000", "10000"})
    public int limit;

    /** The storage that requests name, in GB; 0 for none, as when the texts of rows were made. */
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

  /** Room for all. */
  public static class Plenty extends Responses {
    /** Keeps every text. */
    public Plenty() {
      super(1L << 30);
    }
  }

  /** Room for the tables of a million rows, and for the texts of about 1,500. */
  public static class Scarcity extends Responses {
    /** Keeps a few texts. */
    public Scarcity() {
      super(8 << 20);
    }
  }

  /** No room. */
  public static class Nothing extends Responses {
    /** Keeps no text. */
    public Nothing() {
      super(0);
    }
  }

  /** Writes field by field. */
  @Benchmark
  public byte[] plain(Plenty responses) throws IOException {
    return responses.drawn().plain();
  }

  /** Writes from texts that are kept. */
  @Benchmark
  public byte[] kept(Plenty responses) {
    return responses.drawn().ready();
  }

  /** Writes from texts that are kept into a buffer, over the last response. */
  @Benchmark
  public ByteBuffer keptIntoBuffer(Plenty responses) {
    return responses.drawn().readyInBuffer();
  }

  /** Makes each text, keeps it, and drops it soon. */
  @Benchmark
  public byte[] crowded(Scarcity responses) {
    return responses.drawn().ready();
  }

  /** Makes each text, and keeps none. */
  @Benchmark
  public byte[] unkept(Nothing responses) {
    return responses.drawn().ready();
  }
}
