package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.query.Direction;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Ranges of fields that go with each other answer as the plain scan does, before and after the
 * engine keeps what they tell of each other; and those that exclude each other take no work then.
 */
class CorrelatedRangesTest extends SeededProperties {
  private static final int ROWS = 9000;

  /** Searches that find nothing before what excludes them is kept, and some more. */
  private static final int OFTEN = 40;

  private static final Schema.Builder BUILDER = Schema.builder("things", "id");
  private static final Field PRICE = BUILDER.field("price", FieldType.NUMBER).tier(Tier.HOT).add();
  private static final Field SPEED = BUILDER.field("speed", FieldType.NUMBER).tier(Tier.HOT).add();
  private static final Field FLOPS = BUILDER.field("flops", FieldType.INTEGER).tier(Tier.HOT).add();

  /** Against the others, and not sorted. */
  private static final Field WAIT = BUILDER.field("wait", FieldType.NUMBER).add();

  /** Fields that don't go with those, and not with each other; more than a permutation keeps. */
  private static final List<Field> NOISE = noise();

  /** Against the first of them. */
  private static final Field MIRROR = BUILDER.field("mirror", FieldType.NUMBER).add();

  private static final List<Field> FIELDS = List.of(PRICE, SPEED, FLOPS, WAIT);
  private static final Schema SCHEMA = BUILDER.clusterBy(PRICE).build();

  @Property(tries = 15)
  void search_byRangesOfAnyFields_equalsTheScanHoweverOftenItIsAsked(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    try (OfferEngine engine = engine(random)) {
      List<Query> queries = new ArrayList<>();
      for (int i = 0; i < OFTEN; i++) {
        queries.add(query(random));
      }
      Snapshot snapshot = engine.snapshot();
      for (int round = 0; round < 3; round++) {
        for (Query query : queries) {
          String what = "seed=" + seed + " round " + round + " " + query;
          List<Long> expected = ids(snapshot.search(query, PlanShape.SCAN));
          assertThat(ids(snapshot.search(query))).as(what).isEqualTo(expected);
          for (PlanShape shape : PlanShape.values()) {
            assertThat(ids(snapshot.search(query, shape))).as(what).isEqualTo(expected);
          }
          assertThat(snapshot.count(query))
              .as(what)
              .isEqualTo(snapshot.count(query, PlanShape.SCAN));
        }
      }
    }
  }

  @Test
  void search_byRangesThatExcludeEachOther_takesNoWorkWhenItIsAskedOften() {
    try (OfferEngine engine = engine(new Random(1))) {
      Query query =
          Query.builder(SCHEMA)
              .where(PRICE, Operator.LTE, 0.4)
              .where(SPEED, Operator.GTE, 0.6)
              .orderBy(FLOPS, Direction.ASC)
              .limit(10)
              .build();
      Snapshot snapshot = engine.snapshot();
      // The tail is empty from the start.
      assertThat(snapshot.explain(query).plan()).contains("empty x 1").contains("walk");
      searchOften(snapshot, query);

      Explanation explanation = snapshot.explain(query);
      assertThat(explanation.plan()).isEqualTo("empty x 2");
      assertThat(explanation.rowsExamined()).isZero();
    }
  }

  @Test
  void search_byRangesThatNearlyExcludeEachOther_estimatesFewRowsWhenItIsAskedOften() {
    try (OfferEngine engine = engine(new Random(2))) {
      Snapshot snapshot = engine.snapshot();
      Query few = ranges(0.4, 0.435);
      long before = snapshot.explain(few).estimate();
      searchOften(snapshot, ranges(0.4, 0.6));

      assertThat(ids(snapshot.search(few)))
          .isNotEmpty()
          .isEqualTo(ids(snapshot.search(few, PlanShape.SCAN)));
      assertThat(before).isGreaterThan(ROWS / 4);
      assertThat(snapshot.explain(few).estimate()).isLessThan(ROWS / 20);
    }
  }

  /** The other condition has no index, and a walk through all ranks finds nothing. */
  @Test
  void search_byARangeAndOneWithoutIndex_takesNoWorkWhenItIsAskedOften() {
    try (OfferEngine engine = engine(new Random(3))) {
      Snapshot snapshot = engine.snapshot();
      Query query =
          Query.builder(SCHEMA)
              .where(PRICE, Operator.LTE, 0.4)
              .where(WAIT, Operator.LTE, 0.3)
              .orderBy(FLOPS, Direction.ASC)
              .limit(10)
              .build();
      assertThat(snapshot.explain(query).rowsExamined()).isPositive();
      searchOften(snapshot, query);

      assertThat(snapshot.explain(query).plan()).isEqualTo("empty x 2");
    }
  }

  /** One that leaves out some ranks does not keep another from leaving out the others. */
  @Test
  void search_byRangesOfWhichOneOnlyExcludesAll_takesNoWorkWhenItIsAskedOften() {
    try (OfferEngine engine = engine(new Random(4))) {
      Snapshot snapshot = engine.snapshot();
      Query query =
          Query.builder(SCHEMA)
              .where(PRICE, Operator.LTE, 0.4)
              .where(SPEED, Operator.GTE, 0.38)
              .where(WAIT, Operator.LTE, 0.3)
              .orderBy(FLOPS, Direction.ASC)
              .limit(10)
              .build();
      searchOften(snapshot, ranges(0.4, 0.6));
      assertThat(snapshot.explain(query).rowsExamined()).isPositive();
      searchOften(snapshot, query);

      assertThat(snapshot.explain(query).plan()).isEqualTo("empty x 2");
    }
  }

  /** Searches that find nothing for another reason don't take the room of what excludes. */
  @Test
  void search_afterManyThatAreEmptyForAnotherReason_isToldByRangesThatExcludeEachOther() {
    try (OfferEngine engine = engine(new Random(5))) {
      Snapshot snapshot = engine.snapshot();
      for (int i = 0; i < 10; i++) {
        for (Field other : NOISE) {
          searchOften(
              snapshot,
              Query.builder(SCHEMA)
                  .where(PRICE, Operator.LTE, 0.6)
                  .where(other, Operator.GTE, 0.01)
                  .where(NOISE.get(0), Operator.LTE, 0.4)
                  .where(MIRROR, Operator.LTE, 0.4)
                  .orderBy(FLOPS, Direction.ASC)
                  .limit(10)
                  .build());
        }
      }
      Query query =
          Query.builder(SCHEMA)
              .where(PRICE, Operator.LTE, 0.4)
              .where(WAIT, Operator.LTE, 0.3)
              .orderBy(FLOPS, Direction.ASC)
              .limit(10)
              .build();
      // Searches that paid for nothing make the next ones wait longer, not for ever.
      for (int i = 0; i < 500 && !snapshot.explain(query).plan().equals("empty x 2"); i++) {
        searchOften(snapshot, query);
      }

      assertThat(snapshot.explain(query).plan()).isEqualTo("empty x 2");
    }
  }

  private static List<Field> noise() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      fields.add(BUILDER.field("noise" + i, FieldType.NUMBER).add());
    }
    return fields;
  }

  private static void searchOften(Snapshot snapshot, Query none) {
    for (int i = 0; i < OFTEN; i++) {
      assertThat(snapshot.search(none).size()).isZero();
    }
  }

  private static Query ranges(double mostPrice, double leastSpeed) {
    return Query.builder(SCHEMA)
        .where(PRICE, Operator.LTE, mostPrice)
        .where(SPEED, Operator.GTE, leastSpeed)
        .orderBy(FLOPS, Direction.ASC)
        .limit(500)
        .build();
  }

  private static OfferEngine engine(Random random) {
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      double price = random.nextDouble();
      Offer.Builder offer = Offer.builder(SCHEMA).set(SCHEMA.idField(), id);
      if (random.nextInt(50) > 0) {
        offer.set(PRICE, price);
      }
      if (random.nextInt(50) > 0) {
        offer.set(SPEED, price + random.nextDouble() / 20);
      }
      if (random.nextInt(50) > 0) {
        offer.set(FLOPS, (long) (1000 * price) + random.nextInt(50));
      }
      if (random.nextInt(50) > 0) {
        offer.set(WAIT, 1 - price - random.nextDouble() / 20);
      }
      for (Field field : NOISE) {
        double value = random.nextDouble();
        offer.set(field, value);
        if (field == NOISE.get(0)) {
          offer.set(MIRROR, 1 - value);
        }
      }
      offers.add(offer.build());
    }
    OfferEngine engine = OfferEngine.builder(SCHEMA).build();
    engine.load(offers.iterator(), LoadListener.NONE);
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < 300; i++) {
      batch.delete(i * 7L);
    }
    engine.apply(batch.build());
    return engine;
  }

  /** Returns a search by ranges, two thirds of which have nearly no row in common. */
  private static Query query(Random random) {
    QueryBuilder query = Query.builder(SCHEMA);
    double middle = random.nextDouble();
    for (Field field : FIELDS) {
      boolean isBelow = random.nextBoolean();
      double bound = middle + (isBelow ? -1 : 1) * random.nextDouble() / 30;
      double scaled = field == WAIT ? 1 - bound : field == FLOPS ? 1000 * bound : bound;
      if (random.nextInt(3) > 0) {
        query.where(field, isBelow == (field != WAIT) ? Operator.LTE : Operator.GTE, scaled);
      }
      if (random.nextInt(8) == 0) {
        query.where(field, Operator.GTE, scaled - (field == FLOPS ? 200 : 0.2));
      }
    }
    Field first = FIELDS.get(random.nextInt(FIELDS.size()));
    query.orderBy(first, random.nextBoolean() ? Direction.ASC : Direction.DESC);
    return query.limit(1 + random.nextInt(100)).build();
  }

  private static List<Long> ids(Matches matches) {
    List<Long> ids = new ArrayList<>();
    while (matches.next()) {
      ids.add(matches.id());
    }
    return ids;
  }
}
