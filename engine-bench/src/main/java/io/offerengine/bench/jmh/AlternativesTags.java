package io.offerengine.bench.jmh;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.query.Conjunction;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
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
 * Counts by alternatives and by tags: the engine beside a loop over columns that a program would
 * write by hand. The loop has the codes of texts and a bit per tag.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar AlternativesTags}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AlternativesTags {
  private static final int MODELS = 200;
  private static final int TAGS = 40;
  private static final long SEED = 3;

  /** Number of offers. */
  @Param({"20000", "1000000"})
  public int offers;

  /** What is counted. */
  @Param({"ALTERNATIVES", "TAGS"})
  public String search = "ALTERNATIVES";

  private final String[] models = new String[MODELS];
  private int[] model = {};
  private int[] units = {};
  private long[] tags = {};
  private double[] price = {};
  private @Nullable Snapshot snapshot;
  private @Nullable Query query;

  /** Draws the offers, loads them, and compares both counts. */
  @Setup
  public void setUp() {
    Schema.Builder builder = Schema.builder("machines", "id");
    Field name = builder.field("model", FieldType.TEXT).add();
    Field count = builder.field("units", FieldType.INTEGER).add();
    Field cost = builder.field("price", FieldType.NUMBER).tier(Tier.HOT).add();
    Field tagged = builder.field("tags", FieldType.TEXT_LIST).add();
    Schema schema = builder.clusterBy(cost).build();
    draw();
    List<Offer> drawn = new ArrayList<>();
    for (int row = 0; row < offers; row++) {
      drawn.add(
          Offer.builder(schema)
              .set(schema.idField(), row)
              .set(name, models[model[row]])
              .set(count, units[row])
              .set(cost, price[row])
              .set(tagged, names(tags[row]))
              .build());
    }
    OfferEngine engine = OfferEngine.builder(schema).build();
    engine.load(drawn.iterator(), LoadListener.NONE);
    snapshot = engine.snapshot();
    query =
        switch (search) {
          case "ALTERNATIVES" ->
              Query.builder(schema)
                  .whereAny(
                      List.of(
                          Conjunction.of(schema)
                              .where(name, Operator.EQ, models[7])
                              .where(count, Operator.GTE, 4),
                          Conjunction.of(schema).where(cost, Operator.LT, 0.1)))
                  .build();
          default ->
              Query.builder(schema)
                  .where(tagged, Operator.HAS_ALL, List.of("tag 1", "tag 2"))
                  .build();
        };
    if (engine() != loop()) {
      throw new IllegalStateException("the engine counts " + engine() + ", the loop " + loop());
    }
  }

  private void draw() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < MODELS; i++) {
      models[i] = "model " + i;
    }
    model = random.ints(offers, 0, MODELS).toArray();
    units = random.ints(offers, 1, 9).toArray();
    price = random.doubles(offers).toArray();
    tags = new long[offers];
    for (int row = 0; row < offers; row++) {
      for (int i = 0; i < 4; i++) {
        tags[row] |= 1L << random.nextInt(TAGS);
      }
    }
  }

  private static List<String> names(long bits) {
    List<String> names = new ArrayList<>();
    for (int tag = 0; tag < TAGS; tag++) {
      if ((bits >> tag & 1) != 0) {
        names.add("tag " + tag);
      }
    }
    return names;
  }

  /** Counts by the engine. */
  @Benchmark
  public long engine() {
    return Objects.requireNonNull(snapshot).count(Objects.requireNonNull(query));
  }

  /** Counts by a loop over columns. */
  @Benchmark
  public long loop() {
    return switch (search) {
      case "ALTERNATIVES" -> loopAlternatives();
      default -> loopTags();
    };
  }

  private long loopAlternatives() {
    long found = 0;
    for (int row = 0; row < model.length; row++) {
      boolean isFirst = model[row] == 7 && units[row] >= 4;
      found += isFirst || price[row] < 0.1 ? 1 : 0;
    }
    return found;
  }

  private long loopTags() {
    long wanted = 1L << 1 | 1L << 2;
    long found = 0;
    for (long each : tags) {
      found += (each & wanted) == wanted ? 1 : 0;
    }
    return found;
  }
}
