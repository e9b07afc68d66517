package io.offerengine.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.Planner;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Offer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a plan that looks at rows one by one looks at the clock. */
class ExecutionTest {
  /** Rows between two looks at the clock. */
  private static final int ROWS_PER_CHECK = 4096;

  /** Prices and weights from 0 to 199, 50 goods of each colour from 0 to 3. */
  private static final EngineVersion FEW = SmallMarket.sealed(200, goods(200));

  private static final EngineVersion LARGE = SmallMarket.sealed(20_000, goods(2 * ROWS_PER_CHECK));
  private static final RowConsumer NOBODY = (found, size) -> {};

  private long looks;

  private static List<Offer> goods(int count) {
    return SmallMarket.offers(
        count,
        id ->
            SmallMarket.offer(id)
                .set(SmallMarket.PRICE, (double) id)
                .set(SmallMarket.WEIGHT, (double) id)
                .set(SmallMarket.COLOUR, id % 4));
  }

  private static QueryBuilder query() {
    return Query.builder(SmallMarket.schema());
  }

  private static SegmentPlan plan(
      EngineVersion version, QueryBuilder builder, @Nullable PlanShape shape) {
    Query query = builder.build();
    Planner planner = Planner.ofAll(query, query.arguments(), shape, new Scratch());
    return planner.plan(version.views().get(0));
  }

  /** Returns a runner whose time is over at a look at the clock; the first look is number 1. */
  private Execution untilLook(long last) {
    looks = 0;
    Deadline deadline = new Deadline(Duration.ofNanos(last), () -> looks++);
    return new Execution(deadline, new Scratch());
  }

  /** Two looks at the clock are the deadline's own start and the segment's. */
  @Test
  void gather_ofManyRows_looksAtTheClockOncePerSomeThousandRows() {
    SegmentPlan plan = plan(LARGE, query(), null);
    untilLook(100).gather(plan, NOBODY);
    assertThat(looks).isEqualTo(2 + 2);
    SegmentPlan oneLess = plan(LARGE, query().where("weight", "gte", 0).where("id", "gt", 0), null);
    assertThat(oneLess.shape()).isEqualTo(PlanShape.INTERSECT);
    untilLook(100).gather(oneLess, NOBODY);
    assertThat(looks).isEqualTo(2 + 1 + 1);
  }

  @Test
  void gather_ofFewRowsInManySegments_looksAtTheClockForEach() {
    SegmentPlan plan = plan(FEW, query(), null);
    Execution runner = untilLook(100);
    for (int segment = 0; segment < 50; segment++) {
      runner.gather(plan, NOBODY);
    }
    // 10,000 rows.
    assertThat(looks).isEqualTo(1 + 50 + 2);
  }

  @Test
  void count_ofBitmaps_looksAtTheClockAfterEachClause() {
    QueryBuilder indexed = query().where("colour", "eq", 1).where("price", "lt", 66);
    untilLook(100).count(plan(FEW, indexed, PlanShape.INTERSECT));
    assertThat(looks).isEqualTo(2 + 2);
    untilLook(100).count(plan(FEW, query(), null));
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void gather_pastTheDeadline_handsOnNoFurtherRow() {
    SegmentPlan plan = plan(LARGE, query(), null);
    int[] rows = {0};
    assertThatThrownBy(() -> untilLook(2).gather(plan, (found, size) -> rows[0] += size))
        .isInstanceOf(EngineException.class);
    // The batch at which time is over is not handed on.
    assertThat(rows[0]).isEqualTo(ROWS_PER_CHECK - Scratch.BATCH);
    assertThatThrownBy(() -> untilLook(1).count(plan)).isInstanceOf(EngineException.class);
  }
}
