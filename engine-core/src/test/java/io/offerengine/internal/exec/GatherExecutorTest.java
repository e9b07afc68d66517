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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many rows a plan looks at one by one, and when it looks at the clock. */
class GatherExecutorTest {
  /** Rows between two looks at the clock. */
  private static final int ROWS_PER_CHECK = 4096;

  /** Prices and weights from 0 to 199, 50 goods of each colour from 0 to 3. */
  private static final EngineVersion SEALED = SmallMarket.sealed(200, goods(200));

  /** As {@link #SEALED}, without four goods of low prices. */
  private static final EngineVersion THINNED = SmallMarket.sealedWithout(goods(200), 1, 4, 5, 63);

  private static final EngineVersion LARGE = SmallMarket.sealed(20_000, goods(2 * ROWS_PER_CHECK));

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
      EngineVersion root, QueryBuilder builder, @Nullable PlanShape shape) {
    Query query = builder.build();
    Planner planner = Planner.ofAll(query, query.arguments(), shape, new Scratch());
    return planner.plan(root.views().get(0));
  }

  /** Returns a runner whose time is over at a look at the clock; the first look is number 1. */
  private Gathering untilLook(long last) {
    looks = 0;
    return Gathering.until(new Deadline(Duration.ofNanos(last), () -> looks++));
  }

  private static Gathering patient() {
    return Gathering.until(new Deadline(null));
  }

  /** An executor and the counter of its work. */
  private record Gathering(WorkCounter work, GatherExecutor executor) {
    static Gathering until(Deadline deadline) {
      WorkCounter work = new WorkCounter(deadline);
      return new Gathering(
          work, new GatherExecutor(new ExecutionContext(work, new Scratch(), null)));
    }

    void run(SegmentPlan plan, RowConsumer matches) {
      executor.run(plan, matches);
    }

    long count(SegmentPlan plan) {
      return executor.count(plan);
    }

    long rowsExamined() {
      return work.rowsExamined();
    }

    long rowsMatched() {
      return work.rowsMatched();
    }
  }

  private static RowConsumer addTo(List<Integer> rows) {
    return (found, size) -> {
      for (int i = 0; i < size; i++) {
        rows.add(found[i]);
      }
    };
  }

  @Test
  void rowsExamined_perShape_areThoseThatTheLeadingClausesFound() {
    QueryBuilder query =
        query().where("price", "lt", 66).where("colour", "eq", 1).where("weight", "gte", 2);
    assertThat(work(plan(THINNED, query, PlanShape.FULL_SCAN))).containsExactly(196L, 15L);
    // Of 50 rows of the colour, two have died, and one of them and 15 others are in both clauses.
    assertThat(work(plan(THINNED, query, PlanShape.SLICE))).containsExactly(48L, 15L);
    assertThat(work(plan(THINNED, query, PlanShape.INTERSECT))).containsExactly(15L, 15L);
    assertThat(work(plan(SEALED, query, PlanShape.INTERSECT))).containsExactly(17L, 16L);
    assertThat(work(plan(SEALED, query().where("price", "gt", 199), null))).containsExactly(0L, 0L);
  }

  private static List<Long> work(SegmentPlan plan) {
    Gathering runner = patient();
    runner.run(plan, (found, size) -> {});
    return List.of(runner.rowsExamined(), runner.rowsMatched());
  }

  @Test
  void count_withoutClausesToVerify_looksAtNoRow() {
    Gathering runner = patient();
    QueryBuilder indexed = query().where("colour", "eq", 1).where("price", "lt", 66);
    assertThat(runner.count(plan(THINNED, indexed, PlanShape.INTERSECT))).isEqualTo(15);
    assertThat(runner.count(plan(THINNED, query(), null))).isEqualTo(196);
    assertThat(runner.rowsExamined()).isZero();
    assertThat(runner.count(plan(THINNED, query().where("weight", "lt", 9), null))).isEqualTo(6);
    assertThat(runner.rowsExamined()).isEqualTo(196);
  }

  /** Two looks at the clock are the deadline's own start and the segment's. */
  @Test
  void run_ofManyRows_looksAtTheClockOncePerSomeThousandRows() {
    SegmentPlan plan = plan(LARGE, query(), null);
    untilLook(100).run(plan, (found, size) -> {});
    assertThat(looks).isEqualTo(2 + 2);
    SegmentPlan oneLess = plan(LARGE, query().where("weight", "gte", 0).where("id", "gt", 0), null);
    assertThat(oneLess.shape()).isEqualTo(PlanShape.INTERSECT);
    untilLook(100).run(oneLess, (found, size) -> {});
    assertThat(looks).isEqualTo(2 + 1 + 1);
  }

  @Test
  void run_ofFewRowsInManySegments_looksAtTheClockForEach() {
    SegmentPlan plan = plan(SEALED, query(), null);
    Gathering runner = untilLook(100);
    for (int segment = 0; segment < 50; segment++) {
      runner.run(plan, (found, size) -> {});
    }
    // 10,000 rows.
    assertThat(looks).isEqualTo(1 + 50 + 2);
  }

  @Test
  void count_ofBitmaps_looksAtTheClockAfterEachClause() {
    QueryBuilder indexed = query().where("colour", "eq", 1).where("price", "lt", 66);
    untilLook(100).count(plan(SEALED, indexed, PlanShape.INTERSECT));
    assertThat(looks).isEqualTo(2 + 2);
    untilLook(100).count(plan(SEALED, query(), null));
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void run_pastTheDeadline_handsOnNoFurtherRow() {
    SegmentPlan plan = plan(LARGE, query(), null);
    List<Integer> rows = new ArrayList<>();
    assertThatThrownBy(() -> untilLook(2).run(plan, addTo(rows)))
        .isInstanceOf(EngineException.class);
    // The batch at which time is over is not handed on.
    assertThat(rows).hasSize(ROWS_PER_CHECK - Scratch.BATCH);
    assertThatThrownBy(() -> untilLook(1).count(plan)).isInstanceOf(EngineException.class);
  }
}
