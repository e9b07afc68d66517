package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.SegmentPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Runs the plans that find rows in no particular order: slices, intersections, full scans and tail
 * scans.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class GatherExecutor {
  private final ExecutionContext context;

  GatherExecutor(ExecutionContext context) {
    this.context = context;
  }

  /**
   * Hands on the matching rows of a segment: those that may be among the best if the context has a
   * collector, which is turned to the segment; all of them otherwise.
   */
  void run(SegmentPlan plan, RowConsumer matches) {
    context.work().checkDeadline();
    switch (plan.shape()) {
      case EMPTY -> {}
      case SLICE -> slice(plan, matches);
      case INTERSECT, FULL_SCAN, TAIL_SCAN -> {
        List<Clause> checks = new ArrayList<>();
        long[] words = context.intersect(plan, checks);
        context.examineAll(checks, words, plan.view().wordCount(), matches);
      }
      default -> throw new IllegalArgumentException("not a plan without order: " + plan.shape());
    }
  }

  /** Returns how many rows of a segment match; without clauses to check, only bits are counted. */
  long count(SegmentPlan plan) {
    WorkCounter work = context.work();
    long before = work.rowsMatched();
    if (plan.shape() == PlanShape.EMPTY || plan.shape() == PlanShape.SLICE) {
      run(plan, (rows, size) -> {});
      return work.rowsMatched() - before;
    }
    work.checkDeadline();
    if (plan.matchesAll()) {
      work.matched(plan.view().liveCount());
      return work.rowsMatched() - before;
    }
    int wordCount = plan.view().wordCount();
    List<Clause> checks = new ArrayList<>();
    long[] words = context.intersect(plan, checks);
    if (checks.isEmpty()) {
      work.words(wordCount);
      work.matched(Bits.count(words, wordCount));
    } else {
      context.examineAll(checks, words, wordCount, (rows, size) -> {});
    }
    return work.rowsMatched() - before;
  }

  /** Reads the list of the leading clause batch by batch, and checks each live row. */
  private void slice(SegmentPlan plan, RowConsumer matches) {
    int[] rows = context.scratch().batch();
    RowBatches listed = Objects.requireNonNull(Objects.requireNonNull(plan.lead()).batches());
    for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
      int live = plan.view().live().filter(rows, size);
      matches.accept(rows, context.verifyUnordered(plan.clauses(), rows, live));
    }
  }
}
