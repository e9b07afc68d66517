package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ranges of fields that grow together are answered as a full scan answers them. If the schema names
 * the pair, or if both fields are hot, a segment whose ranges exclude each other is not read.
 */
class RangePruningTest extends SeededProperties {
  private static final int ROWS = 9000;

  private static final int OFTEN = 40;

  private static final Schema.Builder BUILDER = Schema.builder("things", "id");
  private static final NumberField PRICE = BUILDER.number("price").hot().add();
  private static final NumberField SPEED = BUILDER.number("speed").hot().add();
  private static final IntegerField FLOPS = BUILDER.integer("flops").hot().add();

  /** Against the others, and not sorted. */
  private static final NumberField WAIT = BUILDER.number("wait").add();

  private static final List<Field> FIELDS = List.of(PRICE, SPEED, FLOPS, WAIT);
  private static final Schema SCHEMA =
      BUILDER
          .clusterBy(PRICE)
          .pruneTogether(PRICE, SPEED)
          .pruneTogether(PRICE, WAIT)
          .pruneTogether(FLOPS, PRICE)
          .build();

  @Property(tries = 15)
  void search_byRangesOfAnyFields_equalsTheScan(@ForAll("seeds") long seed) {
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
          EngineCheck.assertEqualsScan(what, snapshot, query);
        }
      }
    }
  }

  @Test
  void search_byRangesThatExcludeEachOther_examinesNothing() {
    try (OfferEngine engine = engine(new Random(1))) {
      Query query = ranges(PRICE, Operator.LTE, 0.4, SPEED, Operator.GTE, 0.6);
      assertThat(engine.snapshot().search(query).size()).isZero();
      assertNothingExamined(engine.snapshot().explain(query));
    }
  }

  @Test
  void search_byRangesThatNearlyExcludeEachOther_isEstimatedAtFewRows() {
    try (OfferEngine engine = engine(new Random(2))) {
      Snapshot snapshot = engine.snapshot();
      Query few = ranges(PRICE, Operator.LTE, 0.4, SPEED, Operator.GTE, 0.435);
      assertThat(snapshot.search(few).toList(Match::id))
          .isNotEmpty()
          .isEqualTo(snapshot.by(PlanShape.FULL_SCAN).search(few).toList(Match::id));
      assertThat(snapshot.explain(few).estimate()).isLessThan(ROWS / 20);
    }
  }

  /** The second field of the pair has no index. */
  @Test
  void search_byARangeAndOneWithoutIndex_examinesNothing() {
    try (OfferEngine engine = engine(new Random(3))) {
      Query query = ranges(PRICE, Operator.LTE, 0.4, WAIT, Operator.LTE, 0.3);
      assertThat(engine.snapshot().search(query).size()).isZero();
      assertNothingExamined(engine.snapshot().explain(query));
    }
  }

  /** The schema does not name the pair: the segment finds out, and its file keeps the result. */
  @Test
  void search_byRangesOfHotFieldsThatGrowTogether_examinesNothing(@TempDir Path directory)
      throws IOException {
    Query query = ranges(SPEED, Operator.LTE, 0.2, FLOPS, Operator.GTE, 600);
    try (OfferEngine engine = engine(new Random(4))) {
      assertThat(engine.snapshot().search(query).size()).isZero();
      assertNothingExamined(engine.snapshot().explain(query));
      engine.save(directory, "1");
    }
    try (OfferEngine restored = OfferEngine.builder(SCHEMA).restore(directory)) {
      assertThat(restored.snapshot().search(query).size()).isZero();
      assertNothingExamined(restored.snapshot().explain(query));
    }
  }

  /** A pair of which one field is not hot is intersected, unless the schema names the pair. */
  @Test
  void search_byRangesOfAnotherPair_isNotPruned() {
    try (OfferEngine engine = engine(new Random(4))) {
      Query query = ranges(SPEED, Operator.LTE, 0.2, WAIT, Operator.LTE, 0.4);
      assertThat(engine.snapshot().search(query).size()).isZero();
      assertThat(engine.snapshot().explain(query).segments().get(0).plan()).isNotEqualTo("empty");
    }
  }

  @Test
  void pruneTogether_ofOtherFields_refuses() {
    Schema.Builder others = Schema.builder("others", "id");
    TextField name = others.text("name").add();
    NumberField wide = others.number("wide").add();
    NumberField high = others.number("high").add();
    assertThatThrownBy(() -> others.pruneTogether(name, wide))
        .hasMessage("name is no number: it has no ranges");
    assertThatThrownBy(() -> others.pruneTogether(wide, high))
        .hasMessage("rows are sorted neither by wide nor by high");
    assertThatThrownBy(() -> others.pruneTogether(wide, PRICE))
        .hasMessage("price is a field of another schema");
    assertThatThrownBy(() -> others.pruneTogether(wide, wide))
        .hasMessage("wide is no second number");
  }

  @Test
  void usualValues_ofAnotherSchemaOrBelowTheMinimum_refuses() {
    Schema.Builder others = Schema.builder("others", "id");
    Parameter<Double> nights = others.parameter("nights", 1, 1);
    assertThatThrownBy(() -> Schema.builder("more", "id").usualValues(nights, 7))
        .hasMessage("nights is a parameter of another schema");
    assertThatThrownBy(() -> others.usualValues(nights, 7, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nights must be a finite number of at least 1.0, but is 0.5");
  }

  /** A plan depends on the snapshot and the query alone. */
  @Test
  void explain_beforeAndAfterOtherSearches_isTheSame() {
    Random random = new Random(5);
    try (OfferEngine engine = engine(random)) {
      Snapshot snapshot = engine.snapshot();
      List<Query> queries = new ArrayList<>();
      List<String> before = new ArrayList<>();
      for (int i = 0; i < OFTEN; i++) {
        queries.add(query(random));
        before.add(snapshot.explain(queries.get(i)).toString());
      }
      for (int i = 0; i < OFTEN; i++) {
        assertThat(snapshot.explain(queries.get(i))).hasToString(before.get(i));
      }
    }
  }

  /** The segment is empty; the tail, which has no rows either, too. */
  private static void assertNothingExamined(Explanation explanation) {
    assertThat(explanation.rowsExamined()).isZero();
    assertThat(explanation.segments().get(0).plan()).isIn("empty", "skipped");
  }

  private static Query ranges(
      Field first,
      Operator ofFirst,
      double firstBound,
      Field second,
      Operator ofSecond,
      double secondBound) {
    return Query.builder(SCHEMA)
        .where(first, ofFirst, firstBound)
        .where(second, ofSecond, secondBound)
        .orderBy(FLOPS, Direction.ASC)
        .limit(500)
        .build();
  }

  private static OfferEngine engine(Random random) {
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      double price = random.nextDouble();
      Offer.Builder offer = Offer.builder().set(SCHEMA.idField(), id);
      UntypedValues.putMostly(offer, random, 50, PRICE, price);
      UntypedValues.putMostly(offer, random, 50, SPEED, price + random.nextDouble() / 20);
      long flops = (long) (1000 * price) + random.nextInt(50);
      UntypedValues.putMostly(offer, random, 50, FLOPS, flops);
      UntypedValues.putMostly(offer, random, 50, WAIT, 1 - price - random.nextDouble() / 20);
      offers.add(offer.build());
    }
    OfferEngine engine = EngineCheck.loaded(OfferEngine.builder(SCHEMA), offers);
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
}
