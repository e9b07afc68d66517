package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What explanations advise, and what they say of computed fields. */
class AdviceTest {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final Parameter<Double> NIGHTS = ROOMS.parameter("nights", 1, 0);
  private static final NumberField HOT = ROOMS.number("hot").hot().add();
  private static final NumberField COLD = ROOMS.number("cold").cold().add();
  private static final Field STAY = computed("stay").computed(stay(List.of(NIGHTS))).add();

  static {
    computed("hot_stay").hot().computed(stay(List.of(NIGHTS))).add();
    computed("any_stay").computed(stay(null)).add();
  }

  private static final Schema SCHEMA = ROOMS.build();
  private static final int ROWS = 10_000;

  private final OfferEngine engine = OfferEngine.builder(SCHEMA).build();

  private static FieldBuilder<NumberField> computed(String name) {
    return ROOMS.number(name);
  }

  private static Formula stay(@Nullable List<Parameter<?>> parameters) {
    return new Formula(
        "cold * nights",
        List.of(Formula.Input.unknown(COLD)),
        parameters,
        (in, arguments) -> in[0] * arguments.value(NIGHTS));
  }

  private void load(int rows) {
    engine.load(offers(rows).iterator(), LoadListener.NONE);
  }

  private static List<Offer> offers(int rows) {
    return EngineCheck.offers(
        rows,
        id ->
            Offer.builder()
                .set(SCHEMA.idField(), id)
                .set(HOT, (double) (id * 7919 % rows))
                .set(COLD, (double) (id * 104_729 % rows))
                .build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private Explanation explain(QueryBuilder query) {
    return engine.snapshot().explain(query.limit(5).build());
  }

  private static QueryBuilder query() {
    return Query.builder(SCHEMA);
  }

  @Test
  void advice_forAColdConditionThatReadsManyRows_namesTheTier() {
    load(ROWS);
    assertThat(explain(query().where("cold", "lt", 1).orderBy(COLD, Direction.ASC)).advice())
        .containsExactly(
            "cold is COLD: 10000 rows at most were checked one by one; HOT would keep the rows"
                + " sorted",
            "cold is COLD: 10000 rows were examined in no order; HOT would read them in the order"
                + " of cold");
    assertThat(explain(query().where("hot", "lt", 3)).advice()).isEmpty();
  }

  @Test
  void advice_forAColdOrder_namesTheTier() {
    load(ROWS);
    assertThat(explain(query().orderBy(COLD, Direction.ASC)).advice())
        .containsExactly(
            "cold is COLD: 10000 rows were examined in no order; HOT would read them in the order"
                + " of cold");
    assertThat(explain(query().orderBy(HOT, Direction.ASC)).advice()).isEmpty();
  }

  @Test
  void advice_forAComputedField_dependsOnWhatItsFormulaDeclares() {
    load(ROWS);
    assertThat(explain(query().where("stay", "lt", 1).orderBy(HOT, Direction.ASC)).advice())
        .containsExactly(
            "stay is WARM: 10000 rows at most were evaluated; HOT would materialise the values of"
                + " default parameters");
    assertThat(explain(query().where("any_stay", "lt", 1).orderBy(HOT, Direction.ASC)).advice())
        .isEmpty();
    assertThat(explain(query().where("hot_stay", "lt", 1)).advice()).isEmpty();
  }

  @Test
  void advice_forFewRows_isNone() {
    load(ROWS - 1);
    assertThat(explain(query().where("cold", "lt", 1)).advice()).isEmpty();
    assertThat(explain(query().orderBy(COLD, Direction.ASC)).advice()).isEmpty();
  }

  /** No tier makes the rows of a tail cheaper. */
  @Test
  void advice_forRowsOfATail_isNone() {
    load(ROWS - 1);
    Offer last = offers(ROWS).get(ROWS - 1);
    engine.apply(OfferBatch.builder().upsert(last).build());
    QueryBuilder both = query().where("cold", "lt", ROWS).orderBy(COLD, Direction.ASC);
    assertThat(explain(both).segments()).hasSize(2);
    assertThat(explain(both).advice()).isEmpty();
    try (OfferEngine tail = OfferEngine.builder(SCHEMA).tailCapacity(2 * ROWS).build()) {
      OfferBatch.Builder batch = OfferBatch.builder();
      offers(ROWS).forEach(batch::upsert);
      tail.apply(batch.build());
      Explanation explanation = tail.snapshot().explain(both.limit(5).build());
      assertThat(explanation.rowsExamined()).isEqualTo(ROWS);
      assertThat(explanation.advice()).isEmpty();
    }
  }

  @Test
  void advice_forAColdOrderOfRowsThatAnIndexFinds_namesTheTier() {
    load(ROWS + 10);
    assertThat(explain(query().where("hot", "gte", 10).orderBy(COLD, Direction.ASC)).advice())
        .containsExactly(
            "cold is COLD: 10000 rows were examined in no order; HOT would read them in the order"
                + " of cold");
  }

  @Test
  void computedFields_ofAQuery_tellWhereTheirValuesComeFrom() {
    load(100);
    Query query =
        query()
            .where("hot_stay", "lt", 50)
            .where("stay", "lt", 60)
            .where("cold", "gte", 0)
            .orderBy(STAY, Direction.ASC)
            .build();
    Explanation explanation = engine.snapshot().explain(query);
    assertThat(explanation.computedFields())
        .containsExactly(
            "hot_stay: materialised in 1 segments, evaluated in 0",
            "stay: materialised in 0 segments, evaluated in 1");
    assertThat(explain(query().orderBy(STAY, Direction.ASC)).computedFields())
        .containsExactly("stay: materialised in 0 segments, evaluated in 1");
    Explanation others =
        engine.snapshot().explain(query().where("hot_stay", "lt", 50).with(NIGHTS, 3.0).build());
    assertThat(others.computedFields())
        .containsExactly("hot_stay: materialised in 0 segments, evaluated in 1");
    assertThat(explain(query().where("hot_stay", "lt", -1)).computedFields())
        .containsExactly("hot_stay: materialised in 0 segments, evaluated in 0");
  }
}
