package io.offerengine.bench.jmh;

import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.write.SegmentSizes;
import io.offerengine.internal.write.SegmentWriter;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Offers whose fields are mostly correlated with the price, positively or negatively, and searches
 * of these offers. A planner that assumes independent fields misjudges them.
 */
final class CorrelatedOffers {
  private static final long SEED = 1;
  private static final double MOST_NOISE = 0.1;
  private static final int HEAP_SHARE = 50;
  private static final int VALUES = 9;
  private static final int KINDS = 31;

  private static final Schema.Builder BUILDER = Schema.builder("correlated", "id");
  private static final Field PRICE = hot("price", FieldType.NUMBER);

  /** Fields of many values: rising or falling with the price, independent, and in two clusters. */
  private static final List<Field> MANY =
      List.of(
          hot("speed", FieldType.NUMBER),
          hot("thrift", FieldType.NUMBER),
          hot("weight", FieldType.NUMBER),
          hot("height", FieldType.NUMBER));

  /** Fields of few values: rising or falling with the price, and independent but skewed. */
  private static final List<Field> FEW =
      List.of(
          hot("size", FieldType.INTEGER),
          hot("rank", FieldType.INTEGER),
          BUILDER.field("kind", FieldType.INTEGER).add());

  private static final List<Operator> FEW_OPERATORS =
      List.of(Operator.EQ, Operator.GTE, Operator.LTE);

  private static final Schema SCHEMA = BUILDER.clusterBy(PRICE).build();

  private CorrelatedOffers() {}

  private static Field hot(String name, FieldType type) {
    return BUILDER.field(name, type).hot().add();
  }

  /** Returns a version with some offers, sealed and indexed. */
  static EngineVersion load(int offers) {
    SplittableRandom random = new SplittableRandom(SEED);
    SegmentWriter writer =
        new SegmentWriter(SCHEMA, null, null, null, SegmentSizes.DEFAULTS, Formula.Checks.SAMPLED);
    writer.load(
        LongStream.range(0, offers).mapToObj(id -> offer(id, random)).iterator(), loaded -> {});
    return writer.latest();
  }

  private static Offer offer(long id, SplittableRandom random) {
    double price = random.nextDouble();
    double noise = MOST_NOISE * (2 * random.nextDouble() - 1);
    boolean isOnHeap = random.nextInt(HEAP_SHARE) == 0;
    return Offer.builder()
        .set(SCHEMA.idField(), id)
        .put(PRICE, price)
        .put(MANY.get(0), price + noise)
        .put(MANY.get(1), 1 - price + noise)
        .put(MANY.get(2), random.nextDouble())
        .put(MANY.get(3), isOnHeap ? price : 1 - price / 100)
        .put(FEW.get(0), (long) ((VALUES - 1) * (price + noise)))
        .put(FEW.get(1), (VALUES - 1) - (long) ((VALUES - 1) * (price + noise)))
        .put(FEW.get(2), (long) (KINDS * Math.pow(random.nextDouble(), 3)))
        .build();
  }

  /** Returns a search of one to four conditions, in an order of one or two keys. */
  static Query query(SplittableRandom random) {
    QueryBuilder query = Query.builder(SCHEMA);
    int conditions = 1 + random.nextInt(4);
    for (int i = 0; i < conditions; i++) {
      if (random.nextInt(3) == 0) {
        Operator operator = FEW_OPERATORS.get(random.nextInt(FEW_OPERATORS.size()));
        query.where(FEW.get(random.nextInt(FEW.size())), operator, random.nextInt(VALUES));
      } else {
        Field field = random.nextInt(5) == 0 ? PRICE : MANY.get(random.nextInt(MANY.size()));
        double anywhere = random.nextDouble();
        double bound = random.nextBoolean() ? anywhere : 1 - anywhere / 50;
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
