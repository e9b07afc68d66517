package io.offerengine.internal.plan;

import static io.offerengine.internal.write.SmallMarket.COLOUR;
import static io.offerengine.internal.write.SmallMarket.HEIGHT;
import static io.offerengine.internal.write.SmallMarket.PRICE;
import static io.offerengine.internal.write.SmallMarket.SHAPE;
import static io.offerengine.internal.write.SmallMarket.WEIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.NumericSet;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which plan a segment gets, and what it is estimated at. */
class PlannerTest {
  private static final int ROWS = 128;

  /** Prices and weights from 0 to 127, 16 goods of each colour from 0 to 7, 2 of shape 9. */
  private static final List<Offer> OFFERS =
      SmallMarket.offers(
          ROWS,
          id ->
              SmallMarket.offer(id)
                  .set(PRICE, (double) id)
                  .set(WEIGHT, (double) id)
                  .set(HEIGHT, (double) id)
                  .set(COLOUR, id % 8)
                  .set(SHAPE, id < 2 ? 9L : 1L));

  private static final EngineVersion SEALED = SmallMarket.sealed(ROWS, OFFERS);

  private static QueryBuilder query() {
    return Query.builder(SmallMarket.schema());
  }

  private static String plan(EngineVersion root, QueryBuilder query, @Nullable PlanShape forced) {
    return describe(planner(query, forced).plan(root.views().get(0)));
  }

  private static String describe(SegmentPlan plan) {
    StringJoiner text = new StringJoiner("; ");
    text.add(plan.shape() + " of " + plan.view().liveCount() + " rows, at most " + plan.estimate());
    if (!plan.leading().isEmpty()) {
      text.add("by " + String.join(", ", plan.leading()));
    }
    if (!plan.checking().isEmpty()) {
      text.add("verify " + String.join(", ", plan.checking()));
    }
    return text.toString();
  }

  private static Planner planner(QueryBuilder builder, @Nullable PlanShape forced) {
    Query query = builder.build();
    return new Planner(query.valueSets(), query.arguments(), forced);
  }

  private static String plan(QueryBuilder query) {
    return plan(SEALED, query, null);
  }

  @Test
  void plan_withoutConditions_scansWhatIsLive() {
    assertThat(plan(query())).isEqualTo("full scan of 128 rows, at most 128");
    assertThat(plan(SmallMarket.sealedWithout(OFFERS, 5, 7), query(), null))
        .isEqualTo("full scan of 126 rows, at most 126");
  }

  @Test
  void plan_aClauseOfFewRows_leadsAlone() {
    assertThat(plan(query().where("price", "eq", 5)))
        .isEqualTo("slice of 128 rows, at most 1; by price (1)");
    assertThat(plan(query().where("price", "lte", 18)))
        .isEqualTo("slice of 128 rows, at most 19; by price (19)");
    assertThat(plan(query().where("price", "lte", 19)))
        .isEqualTo("intersect of 128 rows, at most 20; by price (20)");
  }

  @Test
  void plan_severalIndexedClauses_theFewestRowsLead() {
    assertThat(plan(query().where("price", "lt", 30).where("weight", "lt", 40)))
        .isEqualTo("intersect of 128 rows, at most 30; by price (30); verify weight");
    assertThat(plan(query().where("price", "lt", 20).where("colour", "eq", 3)))
        .isEqualTo("intersect of 128 rows, at most 16; by colour (16), price (20)");
    assertThat(plan(query().where("price", "lt", 10).where("colour", "eq", 3)))
        .isEqualTo("slice of 128 rows, at most 10; by price (10); verify colour (16)");
    assertThat(plan(query().where("shape", "eq", 9).where("colour", "eq", 3).where("id", "lt", 1)))
        .isEqualTo("slice of 128 rows, at most 1; by id (1); verify colour (16), shape (2)");
  }

  @Test
  void plan_clausesWithoutIndex_verifyInTheOrderOfFields() {
    assertThat(
            plan(
                query()
                    .where("density", "eq", 1)
                    .where("height", "gte", 3)
                    .where("weight", "gte", 3)
                    .where("total", "gte", 0)
                    .where("age", "lte", 0)
                    .where("colour", "eq", 3)))
        .isEqualTo(
            "slice of 128 rows, at most 16; by colour (16);"
                + " verify weight, height, total, density, age");
    assertThat(plan(query().where("weight", "gte", 3).where("price", "eq", 5)))
        .isEqualTo("slice of 128 rows, at most 1; by price (1); verify weight");
    assertThat(plan(query().where("weight", "gte", 3)))
        .isEqualTo("full scan of 128 rows, at most 128; verify weight");
  }

  /** Twelve clauses of equal estimate: that a wrong order passes by chance is out of the way. */
  @Test
  void plan_clausesOfEqualEstimate_leadInTheOrderOfFields() {
    Schema.Builder builder = Schema.builder("twins", "id");
    List<Field> fields =
        List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l").stream()
            .map(name -> builder.field(name, FieldType.INTEGER).add())
            .toList();
    Schema schema = builder.build();
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < 600; id++) {
      Offer.Builder offer = Offer.builder().set(schema.idField(), id);
      for (Field field : fields) {
        offer.put(field, id % 2);
      }
      offers.add(offer.build());
    }
    QueryBuilder query = Query.builder(schema);
    fields.forEach(field -> query.where(field.name(), "eq", 1));
    SegmentView view = SmallMarket.sealed(schema, offers).views().get(0);
    List<String> leading =
        planner(query, null).plan(view).leading().stream()
            .map(clause -> clause.substring(0, clause.indexOf(' ')))
            .toList();
    assertThat(leading).isEqualTo(fields.stream().map(Field::name).toList());
  }

  @Test
  void plan_aConditionThatNoRowMeets_isEmpty() {
    assertThat(plan(query().where("colour", "eq", 8).where("price", "eq", 5)))
        .isEqualTo("empty of 128 rows, at most 0");
    assertThat(plan(query().where("price", "gt", 127))).isEqualTo("empty of 128 rows, at most 0");
    assertThat(plan(query().where("price", "lt", 3).where("price", "gt", 5)))
        .isEqualTo("empty of 128 rows, at most 0");
  }

  @Test
  void plan_aContradictionInTheTail_isEmpty() {
    assertThat(
            plan(
                SmallMarket.open(OFFERS),
                query().where("name", "eq", "a").where("name", "eq", "b"),
                null))
        .isEqualTo("empty of 128 rows, at most 0");
  }

  @Test
  void plan_aConditionThatEveryRowMeets_isLeftOut() {
    assertThat(plan(query().where("price", "gte", 0)))
        .isEqualTo("full scan of 128 rows, at most 128");
    assertThat(plan(query().where("price", "lte", 127).where("colour", "eq", 2)))
        .isEqualTo("slice of 128 rows, at most 16; by colour (16)");
  }

  @Test
  void plan_aComputedConditionBeyondTheBounds_isEmpty() {
    // Totals lie between 0 * 1 - 127 and 127 * 1 - 0, as far as the inputs tell.
    assertThat(plan(query().where("total", "gt", 127))).isEqualTo("empty of 128 rows, at most 0");
    assertThat(plan(query().where("total", "lt", -127))).isEqualTo("empty of 128 rows, at most 0");
    assertThat(plan(query().where("total", "gte", 127)))
        .isEqualTo("full scan of 128 rows, at most 128; verify total");
    assertThat(plan(query().with(SmallMarket.FACTOR, 2.0).where("total", "gt", 254)))
        .isEqualTo("empty of 128 rows, at most 0");
    assertThat(plan(query().with(SmallMarket.FACTOR, 2.0).where("total", "gt", 253)))
        .isEqualTo("full scan of 128 rows, at most 128; verify total");
  }

  @Test
  void plan_aComputedConditionAroundTheBounds_isLeftOutWhereAbsencePassesToo() {
    NumericSet around = NumericSet.range(NumericKey.of(-127), NumericKey.of(127));
    Arguments arguments = Arguments.defaults(SmallMarket.schema());
    Planner planner =
        new Planner(Map.of(SmallMarket.TOTAL, around.withAbsent(true)), arguments, null);
    SegmentView view = SEALED.views().get(0);
    assertThat(describe(planner.plan(view))).isEqualTo("full scan of 128 rows, at most 128");
    assertThat(plan(query().where("total", "gte", -127)))
        .isEqualTo("full scan of 128 rows, at most 128; verify total");
  }

  @Test
  void plan_ofTheTail_looksAtEveryRow() {
    EngineVersion open = SmallMarket.open(OFFERS);
    assertThat(plan(open, query().where("price", "eq", 5).where("total", "gt", 500), null))
        .isEqualTo("tail scan of 128 rows, at most 128; verify price, total");
    assertThat(plan(SEALED, query().where("price", "eq", 5), null)).startsWith("slice");
    Planner planner = planner(query().where("price", "eq", 5), null);
    assertThat(describe(planner.plan(SEALED.views().get(1))))
        .isEqualTo("empty of 0 rows, at most 0");
  }

  @Test
  void plan_aForcedShape_isUsedWhereItIsPossible() {
    QueryBuilder few = query().where("price", "eq", 5).where("weight", "gte", 3);
    assertThat(plan(SEALED, few, PlanShape.INTERSECT))
        .isEqualTo("intersect of 128 rows, at most 1; by price (1); verify weight");
    assertThat(plan(SEALED, few, PlanShape.FULL_SCAN))
        .isEqualTo("full scan of 128 rows, at most 128; verify price, weight");
    assertThat(plan(SEALED, query().where("price", "gte", 5), PlanShape.SLICE))
        .isEqualTo("slice of 128 rows, at most 123; by price (123)");
    assertThat(plan(SEALED, query().where("weight", "gte", 3), PlanShape.SLICE))
        .isEqualTo("full scan of 128 rows, at most 128; verify weight");
    assertThat(plan(SEALED, query().where("total", "gt", 500), PlanShape.FULL_SCAN))
        .isEqualTo("full scan of 128 rows, at most 128; verify total");
    assertThat(plan(SEALED, query().where("total", "gt", 500), PlanShape.SLICE))
        .isEqualTo("empty of 128 rows, at most 0");
  }
}
