package io.offerengine.bench.jmh;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.internal.exec.Search;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.query.Query;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of the planner's choices compared with the best shapes of plan, over 200 random searches
 * of {@link CorrelatedOffers}.
 *
 * <p>{@code CHOSEN} runs each search by the planner's plan. {@code BEST} runs each search by the
 * shape that was quickest in a trial before the measurement. {@code PlanWorkTest} counts the work
 * of such searches.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar PlanChoice}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PlanChoice {
  private static final int SEARCHES = 200;
  private static final long SEED = 2;
  private static final int TRIALS = 24;
  private static final int COUNTED = 12;

  /** Number of offers. */
  @Param({"40000", "400000"})
  public int offers;

  /** By which plan searches are run. */
  public enum Plan {
    /** What the planner chooses. */
    CHOSEN,
    /** What was fastest in trials. */
    BEST
  }

  /** The plan by which searches are run. */
  @Param({"CHOSEN", "BEST"})
  public Plan plan = Plan.CHOSEN;

  private final Query[] queries = new Query[SEARCHES];
  private @Nullable PlanShape[] shapes = new PlanShape[SEARCHES];
  private @Nullable EngineVersion version;

  /** Loads the offers, draws the searches, and tries all shapes. */
  @Setup
  public void setUp() {
    version = CorrelatedOffers.load(offers);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < SEARCHES; i++) {
      queries[i] = CorrelatedOffers.query(random);
    }
    // All shapes are tried for both plans, so that the compiler sees the same calls.
    @Nullable PlanShape[] best = best();
    shapes = plan == Plan.BEST ? best : shapes;
  }

  /** Returns for each search the shape by which the median of its trials is the least. */
  private @Nullable PlanShape[] best() {
    PlanShape[] all =
        Arrays.stream(PlanShape.values())
            .filter(shape -> shape != PlanShape.EMPTY)
            .toArray(PlanShape[]::new);
    long[][][] nanos = new long[SEARCHES][all.length][COUNTED];
    for (int trial = 0; trial < TRIALS; trial++) {
      for (int i = 0; i < SEARCHES; i++) {
        for (int shape = 0; shape < all.length; shape++) {
          long start = System.nanoTime();
          run(i, all[shape]);
          nanos[i][shape][trial % COUNTED] = System.nanoTime() - start;
        }
      }
    }
    @Nullable PlanShape[] best = new PlanShape[SEARCHES];
    for (int i = 0; i < SEARCHES; i++) {
      long least = Long.MAX_VALUE;
      for (int shape = 0; shape < all.length; shape++) {
        Arrays.sort(nanos[i][shape]);
        long median = nanos[i][shape][COUNTED / 2];
        best[i] = median < least ? all[shape] : best[i];
        least = Math.min(least, median);
      }
    }
    return best;
  }

  private int run(int search, @Nullable PlanShape shape) {
    EngineVersion searched = Objects.requireNonNull(version);
    return new Search(searched, queries[search], OfferGenerator.NOW, shape).run().size();
  }

  /** Runs all searches. */
  @Benchmark
  @OperationsPerInvocation(SEARCHES)
  public int search() {
    int found = 0;
    for (int i = 0; i < SEARCHES; i++) {
      found += run(i, shapes[i]);
    }
    return found;
  }
}
