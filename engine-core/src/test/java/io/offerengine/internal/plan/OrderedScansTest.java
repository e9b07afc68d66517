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
  private static final EngineVersion ROOT = load();

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
    return planner.plan(ROOT.views().get(0));
  }

  @Test
  void plan_byTheClusterField_readsStorageOrder() {
    QueryBuilder broad = by(PRICE, Direction.DESC).where("weight", "gte", 10_000);
    SegmentPlan plan = plan(broad, null);
    SegmentPlan.ClusteredScan scan = (SegmentPlan.ClusteredScan) plan.scan();
    assertThat(scan.bound().isBackwards()).isTrue();
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
    SegmentPlan.IndexScan all =
        (SegmentPlan.IndexScan)
            plan(by(SPEED, Direction.DESC).where("weight", "gte", 10_000), null).scan();
    assertThat(all.descending()).isTrue();
    assertThat(all.range()).isNull();
    assertThat(all.ratio()).isNull();
    assertThat(all.rowsWanted()).isEqualTo(10);
    assertThat(all.rowsExpected()).isEqualTo(11);
    assertThat(all.budget()).isGreaterThanOrEqualTo(CostModel.LEAST_BUDGET);

    SegmentPlan.IndexScan range =
        (SegmentPlan.IndexScan)
            plan(by(SPEED, Direction.ASC).where("speed", "gte", 100), null).scan();
    assertThat(Objects.requireNonNull(range.range()).fromRank()).isEqualTo(100);
    assertThat(range.descending()).isFalse();
  }

  @Test
  void plan_byAFieldOfFewValues_readsOneValueAfterTheOther() {
    QueryBuilder cheapestOfGrade =
        by(GRADE, Direction.DESC).orderBy(PRICE, Direction.ASC).where("weight", "gte", 10_000);
    SegmentPlan.GroupedScan scan = (SegmentPlan.GroupedScan) plan(cheapestOfGrade, null).scan();
    assertThat(scan.withinValue()).isNotNull();
    assertThat(scan.descending()).isTrue();
    assertThat(scan.firstKey(4)).isEqualTo(~4L);
    SegmentPlan.GroupedScan alone =
        (SegmentPlan.GroupedScan)
            plan(by(GRADE, Direction.ASC).where("weight", "gte", 10_000), null).scan();
    assertThat(alone.withinValue()).isNull();
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
