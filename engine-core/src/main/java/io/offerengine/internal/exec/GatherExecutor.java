package io.offerengine.internal.exec;

import io.offerengine.internal.plan.SegmentPlan;
import org.jspecify.annotations.Nullable;

/**
 * Runs the plans that find rows in no particular order: {@link SegmentPlan.Slice}, {@link
 * SegmentPlan.Intersect} and {@link SegmentPlan.TailScan}.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class GatherExecutor {
  private final ExecutionContext context;

  GatherExecutor(ExecutionContext context) {
    this.context = context;
  }

  /** Hands on all matching rows of a segment. */
  void run(SegmentPlan plan, RowConsumer matches) {
    run(plan, null, matches);
  }

  /**
   * Hands on the matching rows of a segment that may be among the best.
   *
   * @param top the best rows so far, turned to the segment; null if all matching rows are asked for
   */
  void run(SegmentPlan plan, @Nullable TopKCollector top, RowConsumer matches) {
    context.work().checkDeadline();
    if (plan instanceof SegmentPlan.Slice slice) {
      new SliceOperator(context, slice).run(matches);
    } else if (plan instanceof SegmentPlan.Intersect intersect) {
      new IntersectOperator(context, intersect).run(matches);
    } else if (plan instanceof SegmentPlan.TailScan tail) {
      new TailScanOperator(context, tail).run(top, matches);
    } else if (!(plan instanceof SegmentPlan.Empty)) {
      throw new IllegalArgumentException("not a plan without order: " + plan.shape());
    }
  }

  /** Returns how many rows of a segment match. */
  long count(SegmentPlan plan) {
    long before = context.work().rowsMatched();
    if (plan instanceof SegmentPlan.Intersect intersect) {
      context.work().checkDeadline();
      new IntersectOperator(context, intersect).count();
    } else {
      run(plan, (rows, size) -> {});
    }
    return context.work().rowsMatched() - before;
  }
}
