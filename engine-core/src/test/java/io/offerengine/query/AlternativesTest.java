package io.offerengine.query;

import static io.offerengine.marketplace.MarketplaceSchema.GPU_NAME;
import static io.offerengine.marketplace.MarketplaceSchema.NUM_GPUS;
import static io.offerengine.marketplace.MarketplaceSchema.RENTABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The normal form of alternatives: what a query keeps of them, and what it drops or merges. */
class AlternativesTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private static QueryBuilder query() {
    return Query.builder(SCHEMA);
  }

  private static Conjunction gpus(String operator, int number) {
    return Conjunction.of(SCHEMA).where("num_gpus", operator, number);
  }

  private static Conjunction model(String name) {
    return Conjunction.of(SCHEMA).where("gpu_name", "eq", name);
  }

  private static List<Map<?, ?>> conjunctions(Query query) {
    assertThat(query.alternatives()).hasSize(1);
    return List.copyOf(query.alternatives().get(0).conjunctions());
  }

  @Test
  void whereAny_aConjunctionThatAnotherContains_isDropped() {
    Conjunction narrow = gpus("gte", 4).where("gpu_name", "eq", "A100");
    Query expected = query().whereAny(List.of(gpus("gte", 2), model("H100"))).build();
    Query containedFirst = query().whereAny(List.of(narrow, gpus("gte", 2), model("H100"))).build();
    Query containedLast = query().whereAny(List.of(gpus("gte", 2), model("H100"), narrow)).build();
    assertThat(conjunctions(expected)).hasSize(2);
    assertThat(containedFirst.alternatives()).isEqualTo(expected.alternatives());
    assertThat(containedLast.alternatives()).isEqualTo(expected.alternatives());
  }

  @Test
  void whereAny_conjunctionsThatDifferInOneField_areOne() {
    Query query =
        query()
            .whereAny(
                List.of(
                    model("A100").where("num_gpus", "gte", 2),
                    gpus("eq", 8).where("rentable", "eq", true),
                    model("H100").where("num_gpus", "gte", 2)))
            .build();
    assertThat(conjunctions(query))
        .containsExactlyInAnyOrder(
            query().where("num_gpus", "eq", 8).where("rentable", "eq", true).build().valueSets(),
            query()
                .where("gpu_name", "in", List.of("A100", "H100"))
                .where("num_gpus", "gte", 2)
                .build()
                .valueSets());
  }

  /** Compares a query whose alternatives became conditions with one of these conditions. */
  private static void assertBecomes(QueryBuilder alternatives, QueryBuilder conditions) {
    Query query = alternatives.build();
    assertThat(query.alternatives()).isEmpty();
    assertThat(query.valueSets()).isEqualTo(conditions.build().valueSets());
  }

  /** A union of two may be one field away from a third. */
  @Test
  void whereAny_unionsAreMergedInTheirTurn() {
    assertBecomes(
        query()
            .whereAny(
                List.of(
                    model("A").where("num_gpus", "eq", 1),
                    model("B").where("num_gpus", "eq", 2),
                    model("A").where("num_gpus", "eq", 2),
                    model("B").where("num_gpus", "eq", 1))),
        query().where("gpu_name", "in", List.of("A", "B")).where("num_gpus", "in", List.of(1, 2)));
  }

  @Test
  void whereAny_oneConjunctionThatIsLeft_joinsTheConditions() {
    assertBecomes(
        query().where("num_gpus", "gte", 2).whereAny(List.of(model("A100"))),
        query().where("num_gpus", "gte", 2).where("gpu_name", "eq", "A100"));
  }

  @Test
  void whereAny_aConjunctionThatContradictsItselfOrTheConditions_isDropped() {
    Conjunction itself = gpus("gt", 4).where("num_gpus", "lt", 3);
    Conjunction theConditions = gpus("lt", 2).where("gpu_name", "eq", "H100");
    Query query =
        query()
            .where("num_gpus", "gte", 2)
            .whereAny(List.of(itself, theConditions, model("A100")))
            .build();
    assertThat(query.alternatives()).isEmpty();
    assertThat(query.valueSets().get(GPU_NAME)).isEqualTo(TextSet.of(List.of("A100")));
    assertThat(query.isContradiction()).isFalse();
  }

  @Test
  void whereAny_ofContradictionsAlone_isAContradiction() {
    Conjunction itself = gpus("gt", 4).where("num_gpus", "lt", 3);
    assertThat(query().whereAny(List.of(itself)).build().isContradiction()).isTrue();
    assertThat(
            query()
                .where("num_gpus", "gte", 8)
                .whereAny(List.of(gpus("lt", 2), gpus("eq", 4)))
                .build()
                .isContradiction())
        .isTrue();
  }

  /** The second list decides the model; then the first decides the number. */
  @Test
  void whereAny_listsThatDecideEachOther_areResolved() {
    assertBecomes(
        query()
            .whereAny(
                List.of(
                    model("A100").where("num_gpus", "eq", 1),
                    model("H100").where("num_gpus", "eq", 8)))
            .whereAny(List.of(model("H100"), model("H200"))),
        query().where("gpu_name", "eq", "H100").where("num_gpus", "eq", 8));
  }

  @Test
  void whereAny_alternativesThatHoldForEveryOffer_restrictNothing() {
    Conjunction absent = Conjunction.of(SCHEMA).where(NUM_GPUS, Operator.EQ, null);
    Conjunction present = Conjunction.of(SCHEMA).where(NUM_GPUS, Operator.NEQ, null);
    assertBecomes(query().whereAny(List.of(absent, model("A100"), present)), query());
  }

  @Test
  void whereAny_theSameAlternativesInAnotherOrder_areOneListOfAQuery() {
    Query query =
        query()
            .whereAny(List.of(model("A100"), gpus("eq", 8)))
            .whereAny(List.of(gpus("eq", 8), model("A100"), model("A100")))
            .build();
    assertThat(query.alternatives()).hasSize(1);
    assertThat(query.toString())
        .contains(
            "any of (gpu_name eq 'A100') or (num_gpus eq 8)",
            "any of (num_gpus eq 8) or (gpu_name eq 'A100') or (gpu_name eq 'A100')");
  }

  @Test
  void whereNone_ofOneCondition_isItsComplement() {
    Query query =
        query()
            .whereNone(List.of(Conjunction.of(SCHEMA).where(RENTABLE, Operator.EQ, true)))
            .build();
    assertThat(query.alternatives()).isEmpty();
    assertThat(query.valueSets().get(RENTABLE))
        .isEqualTo(NumericSet.of(1).complement().withAbsent(true));
  }

  @Test
  void whereNone_ofAConjunction_isAnyOfTheComplements() {
    Query query = query().whereNone(List.of(model("A100").where("num_gpus", "lte", 4))).build();
    assertThat(conjunctions(query))
        .containsExactlyInAnyOrder(
            Map.of(GPU_NAME, TextSet.of(List.of("A100")).complement().withAbsent(true)),
            Map.of(NUM_GPUS, NumericSet.range(5, Long.MAX_VALUE).withAbsent(true)));
    assertThat(query.toString()).contains("none of (gpu_name eq 'A100' and num_gpus lte 4)");
  }

  @Test
  void whereNone_ofWhatTheConditionsDemand_isAContradiction() {
    assertThat(
            query()
                .where("gpu_name", "eq", "A100")
                .whereNone(List.of(model("A100")))
                .build()
                .isContradiction())
        .isTrue();
  }
}
