package io.offerengine.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which scan reads a segment in which order, chosen and forced. */
class OrderedScansTest {
  private static final Schema.Builder RACKS = Schema.builder("racks", "id");
  private static final NumberField PRICE = RACKS.number("price").hot().add();
  private static final NumberField SPEED = RACKS.number("speed").hot().add();
  private static final IntegerField GRADE = RACKS.integer("grade").add();
  private static final NumberField WEIGHT = RACKS.number("weight").cold().add();
  private static final NumberField TOTAL =
      RACKS
          .number("total")
          .computed(
              new Formula(
                  "price + 1",
                  List.of(Formula.Input.increasing(PRICE)),
                  (in, arguments) -> in[0] + 1))
          .add();
  private static final Schema SCHEMA = RACKS.clusterBy(PRICE).build();
  private static final int ROWS = 20_000;
  private static final EngineVersion VERSION = load();

  private static EngineVersion load() {
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      offers.add(
          Offer.builder()
              .set(SCHEMA.idField(), id)
              .set(PRICE, (double) (id * 7919 % ROWS))
              .set(SPEED, (double) (id * 104_729 % ROWS))
              .set(GRADE, id % 5)
              .set(WEIGHT, (double) id)
              .build());
    }
    return SmallMarket.sealed(SCHEMA, offers);
  }

  private static QueryBuilder by(Field field, Direction direction) {
    return Query.builder(SCHEMA).orderBy(field, direction).limit(9);
  }

  private static SegmentPlan plan(QueryBuilder builder, @Nullable PlanShape forced) {
    Query query = builder.build();
    Planner planner = Planner.ofBest(query, query.arguments(), 1, forced, new Scratch());
    return planner.plan(VERSION.views().get(0));
  }

  @Test
  void plan_byTheClusterField_readsStorageOrder() {
    QueryBuilder broad = by(PRICE, Direction.DESC).where("weight", "gte", 10_000);
    SegmentPlan plan = plan(broad, null);
    BlockOrder order = (BlockOrder) Objects.requireNonNull(plan.order());
    assertThat(Objects.requireNonNull(order.bound()).isBackwards()).isTrue();
    assertThat(order.groups()).isEqualTo(1);
    assertThat(plan.budget()).isEqualTo(SegmentPlan.NO_FALLBACK);
    assertThat(plan.checking()).containsExactly("weight");
    QueryBuilder computed = by(TOTAL, Direction.ASC).where("weight", "gte", 10_000);
    assertThat(plan(computed, null).shape()).isEqualTo(PlanShape.CLUSTERED_SCAN);
  }

  /** A clustered scan offers a word of rows at least, an index scan only those that are wanted. */
  @Test
  void plan_ofFewRowsOfAll_readsTheIndexOfTheClusterField() {
    assertThat(plan(by(PRICE, Direction.ASC), null).shape()).isEqualTo(PlanShape.INDEX_SCAN);
    assertThat(plan(by(PRICE, Direction.ASC).limit(62), null).shape())
        .isEqualTo(PlanShape.INDEX_SCAN);
    assertThat(plan(by(PRICE, Direction.ASC).limit(64), null).shape())
        .isEqualTo(PlanShape.CLUSTERED_SCAN);
  }

  @Test
  void plan_byAHotField_readsItsIndex() {
    SegmentPlan all = plan(by(SPEED, Direction.DESC).where("weight", "gte", 10_000), null);
    IndexOrder order = (IndexOrder) Objects.requireNonNull(all.order());
    assertThat(order.isExact()).isTrue();
    assertThat(order.first(0)).isEqualTo(~NumericKey.of(ROWS - 1));
    assertThat(order.presentCount()).isEqualTo(ROWS);
    assertThat(all.rowsWanted()).isEqualTo(10);
    assertThat(all.budget()).isGreaterThanOrEqualTo(CostModel.LEAST_BUDGET);

    SegmentPlan range = plan(by(SPEED, Direction.ASC).where("speed", "gte", 100), null);
    IndexOrder ranged = (IndexOrder) Objects.requireNonNull(range.order());
    assertThat(ranged.startOf(Long.MIN_VALUE)).isEqualTo(100);
    assertThat(ranged.presentEnd()).isEqualTo(ROWS);
    assertThat(ranged.first(100)).isEqualTo(NumericKey.of(100));
  }

  @Test
  void rowsExpected_ofOneSegment_areItsShareAndOne() {
    Query query = by(SPEED, Direction.DESC).build();
    Planner one = Planner.ofBest(query, query.arguments(), 1, null, new Scratch());
    assertThat(one.rowsExpected(10)).isEqualTo(11);
    Planner ofFour = Planner.ofBest(query, query.arguments(), 4, null, new Scratch());
    assertThat(ofFour.rowsExpected(10)).isEqualTo(3);
  }

  @Test
  void plan_byAFieldOfFewValues_readsOneValueAfterTheOther() {
    QueryBuilder cheapestOfGrade =
        by(GRADE, Direction.DESC).orderBy(PRICE, Direction.ASC).where("weight", "gte", 10_000);
    BlockOrder grades = (BlockOrder) Objects.requireNonNull(plan(cheapestOfGrade, null).order());
    assertThat(grades.bound()).isNotNull();
    assertThat(grades.groups()).isEqualTo(6);
    assertThat(grades.firstKey(0)).isEqualTo(~4L);
    assertThat(grades.firstKey(4)).isEqualTo(~0L);
    assertThat(grades.firstKey(5)).isEqualTo(Long.MAX_VALUE);
    QueryBuilder ascending = by(GRADE, Direction.ASC).where("weight", "gte", 10_000);
    BlockOrder alone = (BlockOrder) Objects.requireNonNull(plan(ascending, null).order());
    assertThat(alone.bound()).isNull();
    assertThat(alone.firstKey(4)).isEqualTo(4);
  }

  @Test
  void plan_byAColdField_readsNoOrder() {
    assertThat(plan(by(WEIGHT, Direction.ASC), null).shape()).isEqualTo(PlanShape.FULL_SCAN);
    assertThat(plan(by(WEIGHT, Direction.ASC).where("grade", "eq", 1), null).shape())
        .isEqualTo(PlanShape.INTERSECT);
  }

  /** A forced shape is tried even if another order of the rows would be read. */
  @Test
  void plan_ofAForcedShape_hasItWhereAnOrderAllowsIt() {
    QueryBuilder byPrice = by(PRICE, Direction.ASC).where("weight", "gte", 10_000);
    assertThat(plan(byPrice, PlanShape.INDEX_SCAN).shape()).isEqualTo(PlanShape.INDEX_SCAN);
    assertThat(plan(by(PRICE, Direction.ASC), PlanShape.CLUSTERED_SCAN).shape())
        .isEqualTo(PlanShape.CLUSTERED_SCAN);
    assertThat(plan(byPrice, PlanShape.GROUPED_SCAN).shape()).isEqualTo(PlanShape.FULL_SCAN);
    QueryBuilder byGrade = by(GRADE, Direction.ASC).where("speed", "lt", 3);
    assertThat(plan(byGrade, null).shape()).isEqualTo(PlanShape.SLICE);
    assertThat(plan(byGrade, PlanShape.GROUPED_SCAN).shape()).isEqualTo(PlanShape.GROUPED_SCAN);
    assertThat(plan(by(SPEED, Direction.ASC), PlanShape.CLUSTERED_SCAN).shape())
        .isEqualTo(PlanShape.FULL_SCAN);
  }
}
