package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.exec.Search;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * No cliffs: over data that is correlated, anti-correlated and skewed, where estimates are wrong,
 * the plan that is chosen does at most four times the work of the best of all shapes.
 */
class PlanWorkTest extends SeededProperties {
  private static final int ROWS = 40_000;

  /** A few microseconds' work on top, in which no plan need be better than another. */
  private static final int SLACK = 600;

  private static final int FACTOR = 4;

  private static final Schema.Builder BUILDER = Schema.builder("work", "id");
  private static final NumberField PRICE = BUILDER.number("price").hot().add();

  /** Hot fields of many values: with the price, against it, regardless of it, in two heaps. */
  private static final List<Field> MANY =
      List.of(
          BUILDER.field("speed", FieldType.NUMBER).hot().add(),
          BUILDER.field("thrift", FieldType.NUMBER).hot().add(),
          BUILDER.field("weight", FieldType.NUMBER).hot().add(),
          BUILDER.field("height", FieldType.NUMBER).hot().add());

  /** Fields of few values: with the price, against it, regardless of it and skewed. */
  private static final List<Field> FEW =
      List.of(
          BUILDER.field("size", FieldType.INTEGER).hot().add(),
          BUILDER.field("rank", FieldType.INTEGER).hot().add(),
          BUILDER.field("kind", FieldType.INTEGER).add());

  private static final Schema SCHEMA = BUILDER.clusterBy(PRICE).build();
  private static final Snapshot SNAPSHOT = snapshot();

  private static Snapshot snapshot() {
    Random random = new Random(1);
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      double price = random.nextDouble();
      double noise = random.nextGaussian() / 20;
      boolean isHeap = random.nextInt(50) == 0;
      offers.add(
          Offer.builder()
              .set(SCHEMA.idField(), id)
              .set(PRICE, price)
              .put(MANY.get(0), price + noise)
              .put(MANY.get(1), 1 - price + noise)
              .put(MANY.get(2), random.nextDouble())
              .put(MANY.get(3), isHeap ? price : 1 - price / 100)
              .put(FEW.get(0), (long) (8 * price + 8 * noise))
              .put(FEW.get(1), 8 - (long) (8 * price + noise))
              .put(FEW.get(2), Math.min(30, (long) Math.abs(random.nextGaussian() * 4)))
              .build());
    }
    try (OfferEngine engine = EngineCheck.loaded(OfferEngine.builder(SCHEMA), offers)) {
      return engine.snapshot();
    }
  }

  @Property(tries = 400)
  void search_byTheChosenPlan_doesAtMostFourTimesTheWorkOfTheBest(@ForAll("seeds") long seed) {
    Query query = query(new Random(seed));
    long best = Long.MAX_VALUE;
    StringBuilder works = new StringBuilder();
    for (PlanShape shape : PlanShape.values()) {
      long work = work(query, shape);
      works.append(shape).append(' ').append(work).append(", ");
      best = Math.min(best, work);
    }
    assertThat(work(query, null))
        .as("seed=%d %s: %s", seed, query, works)
        .isLessThanOrEqualTo(FACTOR * best + SLACK);
  }

  private static long work(Query query, @Nullable PlanShape shape) {
    Search search = SNAPSHOT.by(shape).newSearch(query);
    search.run();
    return search.work();
  }

  private static Query query(Random random) {
    QueryBuilder query = Query.builder(SCHEMA);
    int conditions = 1 + random.nextInt(4);
    for (int i = 0; i < conditions; i++) {
      if (random.nextInt(3) == 0) {
        Field field = FEW.get(random.nextInt(FEW.size()));
        int value = random.nextInt(9);
        switch (random.nextInt(4)) {
          case 0 -> query.where(field, Operator.EQ, value);
          case 1 -> query.where(field, Operator.GTE, value);
          case 2 -> query.where(field, Operator.LTE, value);
          default -> query.where(field, Operator.GTE, value).where(field, Operator.LTE, value + 3);
        }
      } else {
        Field field = random.nextInt(5) == 0 ? PRICE : MANY.get(random.nextInt(MANY.size()));
        double bound = random.nextBoolean() ? random.nextDouble() : 1 - random.nextDouble() / 50;
        query.where(field, random.nextBoolean() ? Operator.GTE : Operator.LTE, bound);
      }
    }
    List<Field> keys = new ArrayList<>(MANY);
    keys.addAll(FEW);
    keys.add(PRICE);
    Field first = keys.get(random.nextInt(keys.size()));
    query.orderBy(first, random.nextBoolean() ? Direction.ASC : Direction.DESC);
    if (first != PRICE && random.nextBoolean()) {
      query.orderBy(PRICE, Direction.ASC);
    }
    return query.limit(random.nextInt(10) == 0 ? 1000 : 1 + random.nextInt(100)).build();
  }
}
