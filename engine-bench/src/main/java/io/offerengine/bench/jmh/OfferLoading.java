package io.offerengine.bench.jmh;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The duration of a load: from offers in memory to a version of the engine that shows them.
 *
 * <p>The first run, which JMH calls a warm-up, is the load of a fresh process.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar OfferLoading -p offers=1000000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms8g", "-Xmx8g", "-XX:+AlwaysPreTouch"})
public class OfferLoading {
  /** Number of offers. */
  @Param("1000000")
  public int offers;

  private final List<Offer> market = new ArrayList<>();
  private final ExecutorService helper = Executors.newSingleThreadExecutor();

  /** Makes the offers. */
  @Setup
  public void setUp() {
    new OfferGenerator(1, offers).forEach(market::add);
  }

  /** Ends the thread of the executor. */
  @TearDown
  public void tearDown() {
    helper.shutdown();
  }

  /** Loads on one thread. */
  @Benchmark
  public OfferEngine inline() {
    return load(OfferEngine.builder(MarketplaceSchema.schema()));
  }

  /** Loads with the help of an executor's thread. */
  @Benchmark
  public OfferEngine helped() {
    return load(OfferEngine.builder(MarketplaceSchema.schema()).mergeExecutor(helper));
  }

  private OfferEngine load(OfferEngine.Builder builder) {
    OfferEngine engine = builder.build();
    engine.load(market.iterator(), LoadListener.NONE);
    return engine;
  }
}
