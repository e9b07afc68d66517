package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Explanations of searches of two full segments and a tail: plans, estimates and work. */
class ExplanationTest {
  private static final Schema.Builder BUILDER = Schema.builder("goods", "good");
  private static final Field GOOD = BUILDER.idField();
  private static final TextField KIND = BUILDER.text("kind").add();
  private static final NumberField WEIGHT = BUILDER.number("weight").hot().add();
  private static final IntegerField LOT = BUILDER.integer("lot").add();
  private static final Schema SCHEMA =
      BUILDER.foldBy(LOT).defaultOrder(WEIGHT, Direction.ASC).build();
  private static final int SEGMENT_ROWS = 256;

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).tailCapacity(SEGMENT_ROWS).maxSegmentRows(SEGMENT_ROWS).build();

  @BeforeEach
  void store() {
    for (int number = 0; number < 2; number++) {
      long first = (long) number * SEGMENT_ROWS;
      String kind = "part " + number;
      List<Offer> offers =
          EngineCheck.offers(SEGMENT_ROWS, row -> good(first + row, kind, (double) row));
      engine.load(offers.iterator(), LoadListener.NONE);
    }
    engine.apply(OfferBatch.builder().upsert(good(1_000, "part 1", 3)).build());
  }

  private static Offer good(long id, String kind, double weight) {
    return Offer.builder(SCHEMA).put(GOOD, id).set(KIND, kind).set(WEIGHT, weight).build();
  }

  private Explanation explain(QueryBuilder query) {
    return engine.snapshot().explain(query.build());
  }

  private static QueryBuilder query() {
    return Query.builder(SCHEMA).limit(2);
  }

  private static List<String> lines(Explanation explanation) {
    return explanation.segments().stream().map(Explanation.Segment::toString).toList();
  }

  @Test
  void explain_ofARareValue_slicesWhereItCanOccur() {
    Explanation explanation =
        explain(query().where("kind", "eq", "part 1").where("weight", "eq", 3));
    assertThat(lines(explanation))
        .containsExactly(
            "segment 1: empty of 256 rows, at most 0; examined 0, matched 0",
            "segment 2: slice of 256 rows, at most 1; by weight (1); check kind (256);"
                + " examined 1, matched 1",
            "tail 1: tail scan of 1 rows, at most 1; check weight, kind; examined 1, matched 1");
    assertThat(explanation.plan()).isEqualTo("empty x 1, slice x 1, tail scan x 1");
    assertThat(explanation.estimate()).isEqualTo(2);
    assertThat(explanation.rowsExamined()).isEqualTo(2);
    assertThat(explanation.rowsMatched()).isEqualTo(2);
  }

  @Test
  void explain_ofABroadRange_scansALittleAndCountsAllMatchesWhateverTheLimit() {
    Explanation explanation = explain(query().where("weight", "lt", 100));
    assertThat(lines(explanation).get(0))
        .isEqualTo(
            "segment 1: index scan of 256 rows, at most 100; by weight (100);"
                + " falls back to intersect after 64 ranks, finished by scan;"
                + " examined 32, matched 100");
    assertThat(explanation.rowsMatched()).isEqualTo(201);
  }

  @Test
  void explain_ofSeveralIndexedClauses_examinesWhatTheirIntersectionLeaves() {
    Explanation explanation = explain(query().where("weight", "lt", 50).where("good", "gte", 20));
    assertThat(lines(explanation))
        .containsExactly(
            "segment 1: index scan of 256 rows, at most 50; by weight (50), good (236);"
                + " falls back to intersect after 64 ranks, finished by scan;"
                + " examined 12, matched 30",
            "segment 2: index scan of 256 rows, at most 50; by weight (50);"
                + " intersects first, finished by scan over the intersection;"
                + " examined 32, matched 50",
            "tail 1: tail scan of 1 rows, at most 1; check weight, good;"
                + " examined 0, matched 1");
    assertThat(explanation.rowsExamined()).isEqualTo(12 + 32);
  }

  /** The rows of the last load rank first, so the other segments are never planned. */
  @Test
  void explain_ofASegmentWhoseRowsAllRankBehind_skipsIt() {
    List<Offer> better = new ArrayList<>();
    for (long id = 2_000; id < 2_000 + SEGMENT_ROWS; id++) {
      better.add(good(id, "part 2", -1.0 * id));
    }
    engine.load(better.iterator(), LoadListener.NONE);
    Explanation explanation = explain(query());
    assertThat(explanation.segments()).anyMatch(segment -> segment.plan().equals("skipped"));
    assertThat(explanation.plan()).contains("skipped x ");
  }

  @Test
  void explain_ofALimitOfZero_examinesTheMatchesAllTheSame() {
    Explanation explanation = explain(query().limit(0).where("weight", "lt", 100));
    assertThat(lines(explanation).get(0)).startsWith("segment 1: index scan of 256 rows");
    assertThat(explanation.rowsExamined()).isEqualTo(32 + 1);
    assertThat(explanation.rowsMatched()).isEqualTo(201);
  }

  @Test
  void explain_ofALaterPageThatCollapses_countsTheOtherRowsOfItsFolds() {
    Offer.Builder alike = Offer.builder().set(KIND, "part 2").set(WEIGHT, 0.5).set(LOT, 7);
    engine.apply(
        OfferBatch.builder()
            .upsert(alike.put(GOOD, 2_000).build())
            .upsert(alike.put(GOOD, 2_001).build())
            .build());
    Query first = query().where("weight", "lt", 100).build();
    Cursor after = engine.snapshot().search(first).nextCursor();
    assertThat(after).isNotNull();
    Explanation folded = explain(query().where("weight", "lt", 100).after(after));
    assertThat(folded.plan()).isEqualTo("index scan x 2, tail scan x 1");
    assertThat(folded.segments().get(0).rowsExamined()).isEqualTo(32);
    assertThat(folded.segments().get(2).rowsExamined()).isEqualTo(3 + 2);
    assertThat(folded.rowsExamined()).isEqualTo(32 + 4 + 3 + 2);
    assertThat(folded.rowsMatched()).isEqualTo(203);
  }

  @Test
  void explain_ofTheSameSearch_isTheSameText() {
    String text = explain(query().where("kind", "eq", "part 1")).toString();
    assertThat(text)
        .contains("\nparameters: ", "\nestimated: at most ", "\nmatched: 257 rows")
        .doesNotContain("times:")
        .isEqualTo(explain(query().where("kind", "eq", "part 1")).toString());
  }

  @Test
  void explainTimed_ofASearch_tellsThePhases() {
    Explanation timed = engine.snapshot().explainTimed(query().build());
    assertThat(timed.times()).isNotNull();
    assertThat(timed.times().planning()).isPositive();
    assertThat(timed.times().searching()).isPositive();
    assertThat(timed.times().collecting()).isPositive();
    assertThat(timed.toString()).contains("times: planning ");
    assertThat(explain(query()).times()).isNull();
  }
}
