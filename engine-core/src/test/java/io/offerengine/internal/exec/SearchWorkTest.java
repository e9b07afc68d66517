package io.offerengine.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Offer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows, ranks and words that searches and counts report, in one segment of ten words. */
class SearchWorkTest {
  private static final int ROWS = 640;
  private static final int WORDS = 10;
  private static final List<Offer> GOODS =
      SmallMarket.offers(
          ROWS,
          id ->
              SmallMarket.offer(id)
                  .set(SmallMarket.COLOUR, id % 8)
                  .set(SmallMarket.SHAPE, id % 4)
                  .set(SmallMarket.PRICE, (double) id)
                  .set(SmallMarket.WEIGHT, (double) id));
  private static final EngineVersion VERSION = SmallMarket.sealed(ROWS, GOODS);

  /** As {@link #VERSION}, without four goods of low prices. */
  private static final EngineVersion THINNED = SmallMarket.sealedWithout(GOODS, 1, 4, 5, 63);

  private static QueryBuilder query() {
    return Query.builder(SmallMarket.schema()).fold(false);
  }

  private static QueryBuilder ofColour() {
    return query().where("colour", "eq", 3);
  }

  private static Search search(QueryBuilder query, PlanShape shape) {
    return new Search(VERSION, query.build(), 0, shape);
  }

  @Test
  void work_countsRanksAndWordsByTheirCost() {
    Execution work = new Execution(new Deadline(null), new Scratch());
    work.examined(10);
    work.verify(List.of(), new int[5], 5);
    work.passed(3L * CostModel.WORDS_PER_EXAMINED_ROW);
    work.words(4L * CostModel.WORDS_PER_EXAMINED_ROW);
    work.passed(2L * CostModel.WORDS_PER_EXAMINED_ROW);
    assertThat(work.rowsExamined()).isEqualTo(15);
    assertThat(work.rowsMatched()).isEqualTo(5);
    assertThat(work.work()).isEqualTo(15 + 3 + 4 + 2);
  }

  /** Four of the 66 goods of low prices have died; 15 of the others have the shape and weight. */
  @ParameterizedTest
  @CsvSource({"FULL_SCAN, 636", "SLICE, 62", "INTERSECT, 15"})
  void count_byAShape_examinesTheRowsThatTheLeadingClausesFind(PlanShape shape, long examined) {
    QueryBuilder query =
        query().where("price", "lt", 66).where("shape", "eq", 1).where("weight", "gte", 2);
    Search search = new Search(THINNED, query.build(), 0, shape);
    assertThat(search.count()).isEqualTo(15);
    assertThat(search.rowsExamined()).isEqualTo(examined);
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
    Search all = new Search(THINNED, query().build(), 0, null);
    assertThat(all.count()).isEqualTo(ROWS - 4);
    assertThat(all.work()).isZero();
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

  @ParameterizedTest
  @CsvSource({"INDEX_SCAN", "INTERSECT", "FULL_SCAN"})
  void run_forMoreRowsThanMatch_reportsAllThatMatch(PlanShape shape) {
    QueryBuilder byPrice = ofColour().orderBy(SmallMarket.PRICE, Direction.DESC).limit(200);
    Search search = search(byPrice, shape);
    assertThat(search.run().size()).isEqualTo(ROWS / 8);
    assertThat(search.rowsMatched()).isEqualTo(ROWS / 8);
    assertThat(search.trace(0).rowsExamined()).isEqualTo(search.rowsExamined());
  }

  @Test
  void run_atLimitZero_doesNoWork() {
    Search search = search(ofColour().limit(0), PlanShape.FULL_SCAN);
    assertThat(search.run().size()).isZero();
    assertThat(search.work()).isZero();
  }
}
