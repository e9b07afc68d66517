package io.offerengine.bench.jmh;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
 * The duration of a load: from offers in memory to a version of the engine that shows them.
 *
 * <p>{@code columns} is the baseline: the same values in plain arrays, one per field, no indexes.
 * The first run, which JMH calls a warm-up, is the load of a fresh process.
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
  private static final int HELPERS = 1;

  /** Number of offers. */
  @Param("1000000")
  public int offers;

  private final List<Offer> market = new ArrayList<>();
  private @Nullable ExecutorService helper;

  /** Makes the offers. */
  @Setup
  public void setUp() {
    new OfferGenerator(1, offers).forEach(market::add);
    helper = Executors.newFixedThreadPool(HELPERS);
  }

  /** Ends the thread of the executor. */
  @TearDown
  public void tearDown() {
    if (helper != null) {
      helper.shutdown();
    }
  }

  /** Loads on one thread. */
  @Benchmark
  public OfferEngine inline() {
    return load(OfferEngine.builder(MarketplaceSchema.schema()));
  }

  /** Loads with the help of an executor's thread. */
  @Benchmark
  public OfferEngine helped() {
    OfferEngine.Builder builder = OfferEngine.builder(MarketplaceSchema.schema());
    return load(helper == null ? builder : builder.mergeExecutor(helper));
  }

  private OfferEngine load(OfferEngine.Builder builder) {
    OfferEngine engine = builder.build();
    engine.load(market.iterator(), LoadListener.NONE);
    return engine;
  }

  /** Appends the values to plain arrays. */
  @Benchmark
  public Object[] columns() {
    List<Field> fields = MarketplaceSchema.schema().columns();
    Object[] columns = new Object[fields.size()];
    for (Field field : fields) {
      columns[field.slot()] =
          switch (field.type()) {
            case NUMBER -> new double[offers];
            case INTEGER, BOOLEAN, DATE, INSTANT -> new long[offers];
            case TEXT, VERSION, PLACE, INTEGER_LIST, TEXT_LIST, OBJECT -> new Object[offers];
          };
    }
    for (int row = 0; row < offers; row++) {
      Offer offer = market.get(row);
      for (Field field : fields) {
        if (field.isStored() && offer.has(field)) {
          append(columns[field.slot()], row, offer, field);
        }
      }
    }
    return columns;
  }

  private static void append(Object column, int row, Offer offer, Field field) {
    switch (field.type()) {
      case NUMBER -> ((double[]) column)[row] = offer.number(field);
      case INTEGER, DATE, INSTANT -> ((long[]) column)[row] = offer.integer(field);
      case BOOLEAN -> ((long[]) column)[row] = offer.flag(field) ? 1 : 0;
      case TEXT, VERSION, PLACE ->
          ((Object[]) column)[row] = Objects.requireNonNull(offer.text(field));
      case TEXT_LIST -> ((Object[]) column)[row] = Objects.requireNonNull(offer.texts(field));
      case INTEGER_LIST -> ((Object[]) column)[row] = Objects.requireNonNull(offer.integers(field));
      case OBJECT -> throw new IllegalStateException(field + " has no column");
    }
  }
}
