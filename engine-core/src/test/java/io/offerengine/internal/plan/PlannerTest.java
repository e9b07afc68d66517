package io.offerengine.internal.plan;

import static io.offerengine.internal.write.SmallMarket.COLOUR;
import static io.offerengine.internal.write.SmallMarket.HEIGHT;
import static io.offerengine.internal.write.SmallMarket.PRICE;
import static io.offerengine.internal.write.SmallMarket.SHAPE;
import static io.offerengine.internal.write.SmallMarket.WEIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.Conjunction;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private static String plan(
      EngineVersion version, QueryBuilder query, @Nullable PlanShape forced) {
    return describe(planner(query, forced).plan(version.views().get(0)));
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
    return Planner.ofAll(query, query.arguments(), forced, new Scratch());
  }

  @Test
  void plan_withoutConditions_scansWhatIsLive() {
    assertThat(plan(SEALED, query(), null)).isEqualTo("full scan of 128 rows, at most 128");
    assertThat(plan(SmallMarket.sealedWithout(OFFERS, 5, 7), query(), null))
        .isEqualTo("full scan of 126 rows, at most 126");
  }

  /** Conditions on the sealed goods, perhaps a forced shape, and the plan. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // A clause of few rows leads alone.
        "price eq 5 | | slice of 128 rows, at most 1; by price (1)",
        "price lte 18 | | slice of 128 rows, at most 19; by price (19)",
        "price lte 19 | | intersect of 128 rows, at most 20; by price (20)",
        // Of several indexed clauses, those of the fewest rows lead.
        "price lt 30, weight lt 40 |"
            + "| intersect of 128 rows, at most 30; by price (30); verify weight",
        "price lt 20, colour eq 3 |"
            + "| intersect of 128 rows, at most 16; by colour (16), price (20)",
        "price lt 10, colour eq 3 |"
            + "| slice of 128 rows, at most 10; by price (10); verify colour (16)",
        "shape eq 9, colour eq 3, id lt 1 |"
            + "| slice of 128 rows, at most 1; by id (1); verify colour (16), shape (2)",
        // Clauses without an index verify in the order of fields.
        "density eq 1, height gte 3, weight gte 3, total gte 0, age lte 0, colour eq 3 |"
            + "| slice of 128 rows, at most 16; by colour (16);"
            + " verify weight, height, total, density, age",
        "weight gte 3, price eq 5 |"
            + "| slice of 128 rows, at most 1; by price (1); verify weight",
        "weight gte 3 | | full scan of 128 rows, at most 128; verify weight",
        // A condition that no row meets.
        "colour eq 8, price eq 5 | | empty of 128 rows, at most 0",
        "price gt 127 | | empty of 128 rows, at most 0",
        "price lt 3, price gt 5 | | empty of 128 rows, at most 0",
        // A condition that every row meets is left out.
        "price gte 0 | | full scan of 128 rows, at most 128",
        "price lte 127, colour eq 2 | | slice of 128 rows, at most 16; by colour (16)",
        // Totals lie between 0 * factor - 127 and 127 * factor - 0, as far as the inputs tell.
        "total gt 127 | | empty of 128 rows, at most 0",
        "total lt -127 | | empty of 128 rows, at most 0",
        "total gte 127 | | full scan of 128 rows, at most 128; verify total",
        "total gte -127 | | full scan of 128 rows, at most 128; verify total",
        "factor is 2, total gt 254 | | empty of 128 rows, at most 0",
        "factor is 2, total gt 253 | | full scan of 128 rows, at most 128; verify total",
        // A forced shape is used where it is possible.
        "price eq 5, weight gte 3 | INTERSECT"
            + "| intersect of 128 rows, at most 1; by price (1); verify weight",
        "price eq 5, weight gte 3 | FULL_SCAN"
            + "| full scan of 128 rows, at most 128; verify price, weight",
        "price gte 5 | SLICE | slice of 128 rows, at most 123; by price (123)",
        "weight gte 3 | SLICE | full scan of 128 rows, at most 128; verify weight",
        "total gt 500 | FULL_SCAN | full scan of 128 rows, at most 128; verify total",
        "total gt 500 | SLICE | empty of 128 rows, at most 0"
      })
  void plan_ofConditions_isTheCheapest(
      String conditions, @Nullable PlanShape forced, String expected) {
    QueryBuilder query = query();
    for (String each : conditions.split(", ", -1)) {
      String[] words = each.split(" ", -1);
      if (words[1].equals("is")) {
        query.with(SmallMarket.FACTOR, Double.parseDouble(words[2]));
      } else {
        query.where(words[0], words[1], Integer.valueOf(words[2]));
      }
    }
    assertThat(plan(SEALED, query, forced)).isEqualTo(expected);
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
  void plan_aContradictionInTheTail_isEmpty() {
    assertThat(
            plan(
                SmallMarket.open(OFFERS),
                query().where("name", "eq", "a").where("name", "eq", "b"),
                null))
        .isEqualTo("empty of 128 rows, at most 0");
  }

  @Test
  void plan_aComputedConditionAroundTheBounds_isLeftOutWhereAbsencePassesToo() {
    Conjunction within =
        Conjunction.of(SmallMarket.schema()).where("total", "gte", -127).where("total", "lte", 127);
    Conjunction absent = Conjunction.of(SmallMarket.schema()).where("total", "eq", null);
    QueryBuilder either = query().whereAny(List.of(within, absent));
    assertThat(either.build().valueSets()).as("one set").containsOnlyKeys(SmallMarket.TOTAL);
    assertThat(plan(SEALED, either, null)).isEqualTo("full scan of 128 rows, at most 128");
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
}
