package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.plan.SegmentPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an {@link SegmentPlan.Intersect}: intersects the bitmaps, and checks each row that is left.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class IntersectOperator {
  private final ExecutionContext context;
  private final SegmentPlan.Intersect plan;
  private final List<Clause> checks = new ArrayList<>();

  IntersectOperator(ExecutionContext context, SegmentPlan.Intersect plan) {
    this.context = context;
    this.plan = plan;
  }

  /** Hands on all matching rows, in storage order. */
  void run(RowConsumer matches) {
    long[] words = context.intersect(plan, checks);
    context.examineAll(checks, words, plan.view().wordCount(), matches);
  }

  /** Counts the matching rows; without clauses to check, only bits are counted. */
  void count() {
    WorkCounter work = context.work();
    if (plan.matchesAll()) {
      work.matched(plan.view().liveCount());
      return;
    }
    int wordCount = plan.view().wordCount();
    long[] words = context.intersect(plan, checks);
    if (checks.isEmpty()) {
      work.words(wordCount);
      work.matched(Bits.count(words, wordCount));
    } else {
      context.examineAll(checks, words, wordCount, (rows, size) -> {});
    }
  }
}
