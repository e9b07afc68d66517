package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Cursor;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an explanation says of plans, estimates and work: two full segments and a tail. */
class ExplanationTest {
  private static final Schema.Builder BUILDER = Schema.builder("goods", "good");
  private static final Field GOOD = BUILDER.idField();
  private static final Field KIND = BUILDER.field("kind", FieldType.TEXT).add();
  private static final Field WEIGHT =
      BUILDER.field("weight", FieldType.NUMBER).tier(Tier.HOT).add();
  private static final Field LOT = BUILDER.field("lot", FieldType.INTEGER).add();
  private static final Schema SCHEMA = BUILDER.foldBy(LOT).defaultOrder(WEIGHT, false).build();
  private static final int SEGMENT_ROWS = 256;

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).tailCapacity(SEGMENT_ROWS).maxSegmentRows(SEGMENT_ROWS).build();

  @BeforeEach
  void store() {
    for (int segment = 0; segment < 2; segment++) {
      List<Offer> offers = new ArrayList<>();
      for (int row = 0; row < SEGMENT_ROWS; row++) {
        offers.add(good(segment * SEGMENT_ROWS + row, "part " + segment, row));
      }
      engine.load(offers.iterator(), LoadListener.NONE);
    }
    engine.apply(OfferBatch.builder().upsert(good(1_000, "part 1", 3)).build());
  }

  private static Offer good(long id, String kind, double weight) {
    return Offer.builder(SCHEMA).set(GOOD, id).set(KIND, kind).set(WEIGHT, weight).build();
  }

  private Explanation explain(QueryBuilder query) {
    return engine.snapshot().explain(query.build());
  }

  private static QueryBuilder query() {
    return Query.builder(SCHEMA).limit(2);
  }

  @Test
  void explain_ofARareValue_slicesWhereItCanOccur() {
    Explanation explanation =
        explain(query().where("kind", "eq", "part 1").where("weight", "eq", 3));
    assertThat(explanation.segments())
        .containsExactly(
            new Explanation.Segment("empty", 256, 0, List.of(), List.of(), 0, 0),
            new Explanation.Segment(
                "slice", 256, 1, List.of("weight (1)"), List.of("kind (256)"), 1, 1),
            new Explanation.Segment("scan", 1, 1, List.of(), List.of("weight", "kind"), 1, 1));
    assertThat(explanation.plan()).isEqualTo("empty x 1, slice x 1, scan x 1");
    assertThat(explanation.estimate()).isEqualTo(2);
    assertThat(explanation.rowsExamined()).isEqualTo(2);
    assertThat(explanation.rowsMatched()).isEqualTo(2);
  }

  @Test
  void explain_ofABroadRange_walksALittleAndCountsAllMatchesWhateverTheLimit() {
    Explanation explanation = explain(query().where("weight", "lt", 100));
    assertThat(explanation.segments().get(0))
        .isEqualTo(
            new Explanation.Segment(
                "order walk", 256, 100, List.of("weight (100)"), List.of(), 32, 100))
        .hasToString(
            "order walk of 256 rows, at most 100; by weight (100); examined 32, matched 100");
    assertThat(explanation.rowsMatched()).isEqualTo(201);
  }

  @Test
  void explain_ofSeveralIndexedClauses_looksAtWhatTheirIntersectionLeaves() {
    Explanation explanation = explain(query().where("weight", "lt", 50).where("good", "gte", 20));
    assertThat(explanation.segments())
        .containsExactly(
            new Explanation.Segment(
                "order walk", 256, 50, List.of("weight (50)", "good (236)"), List.of(), 12, 30),
            new Explanation.Segment(
                "order walk", 256, 50, List.of("weight (50)"), List.of(), 32, 50),
            new Explanation.Segment("scan", 1, 1, List.of(), List.of("weight", "good"), 1, 1));
    assertThat(explanation.rowsExamined()).isEqualTo(12 + 32 + 1);
  }

  @Test
  void explain_ofALimitOfZero_looksAtTheMatchesAllTheSame() {
    Explanation explanation = explain(query().limit(0).where("weight", "lt", 100));
    assertThat(explanation.segments().get(0))
        .hasToString(
            "order walk of 256 rows, at most 100; by weight (100); examined 32, matched 100");
    assertThat(explanation.rowsExamined()).isEqualTo(32 + 1 + 1);
    assertThat(explanation.rowsMatched()).isEqualTo(201);
  }

  @Test
  void explain_ofALaterPageThatFolds_countsTheRowsOfBothItsPasses() {
    Query first = query().where("weight", "lt", 100).build();
    Cursor after = engine.snapshot().search(first).nextCursor();
    assertThat(after).isNotNull();
    Explanation folded = explain(query().where("weight", "lt", 100).after(after));
    assertThat(folded.segments().get(0))
        .isEqualTo(
            new Explanation.Segment(
                "order walk", 256, 200, List.of("weight (100)"), List.of(), 132, 100));
    assertThat(folded.estimate()).isEqualTo(402);
    assertThat(folded.rowsExamined()).isEqualTo(132 + 104 + 2);
    assertThat(folded.rowsMatched()).isEqualTo(201);
  }

  @Test
  void explain_ofTheSameSearch_isTheSameText() {
    String text = explain(query().where("kind", "eq", "part 1")).toString();
    assertThat(text)
        .contains("\nestimated: at most ", "\nmatched: 257 rows")
        .isEqualTo(explain(query().where("kind", "eq", "part 1")).toString());
  }
}
