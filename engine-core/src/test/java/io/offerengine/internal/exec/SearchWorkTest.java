package io.offerengine.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.CostModel;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import org.junit.jupiter.api.Test;

/** The rows and words that searches and counts report, in one segment of ten words. */
class SearchWorkTest {
  private static final int ROWS = 640;
  private static final int WORDS = 10;
  private static final EngineVersion ROOT =
      SmallMarket.sealed(
          ROWS,
          SmallMarket.offers(
              ROWS,
              id ->
                  SmallMarket.offer(id)
                      .set(SmallMarket.COLOUR, id % 8)
                      .set(SmallMarket.SHAPE, id % 4)
                      .set(SmallMarket.PRICE, (double) id)));

  private static QueryBuilder ofColour() {
    return Query.builder(SmallMarket.schema()).where("colour", "eq", 3).fold(false);
  }

  private static Search search(QueryBuilder query, PlanShape shape) {
    return new Search(ROOT, query.build(), 0, shape);
  }

  @Test
  void count_byBitmaps_readsTheWordsOfEachAndCountsThoseLeft() {
    Search one = search(ofColour(), PlanShape.INTERSECT);
    assertThat(one.count()).isEqualTo(ROWS / 8);
    assertThat(one.rowsExamined()).isZero();
    assertThat(one.work()).isEqualTo(3 * WORDS / CostModel.WORDS_PER_EXAMINED_ROW);
    Search two = search(ofColour().where("shape", "eq", 3), PlanShape.INTERSECT);
    assertThat(two.count()).isEqualTo(ROWS / 8);
    assertThat(two.work()).isEqualTo(4 * WORDS / CostModel.WORDS_PER_EXAMINED_ROW);
  }

  @Test
  void count_ofEveryRow_examinesEachOnce() {
    Search search = search(ofColour(), PlanShape.FULL_SCAN);
    assertThat(search.count()).isEqualTo(ROWS / 8);
    assertThat(search.rowsExamined()).isEqualTo(ROWS);
    assertThat(search.trace(0).rowsExamined()).isEqualTo(ROWS);
    assertThat(search.trace(0).rowsMatched()).isEqualTo(ROWS / 8);
    assertThat(search.rowsMatched()).isEqualTo(ROWS / 8);
  }

  @Test
  void run_forMoreRowsThanMatch_reportsAllThatMatch() {
    for (PlanShape shape :
        new PlanShape[] {PlanShape.INDEX_SCAN, PlanShape.INTERSECT, PlanShape.FULL_SCAN}) {
      QueryBuilder byPrice = ofColour().orderBy(SmallMarket.PRICE, Direction.DESC).limit(200);
      Search search = search(byPrice, shape);
      assertThat(search.run().size()).as("%s", shape).isEqualTo(ROWS / 8);
      assertThat(search.rowsMatched()).as("%s", shape).isEqualTo(ROWS / 8);
      assertThat(search.trace(0).rowsExamined()).isEqualTo(search.rowsExamined());
    }
  }

  @Test
  void run_atLimitZero_doesNoWork() {
    Search search = search(ofColour().limit(0), PlanShape.FULL_SCAN);
    assertThat(search.run().size()).isZero();
    assertThat(search.work()).isZero();
  }
}
