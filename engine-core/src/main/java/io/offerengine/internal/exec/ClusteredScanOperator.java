package io.offerengine.internal.exec;

import io.offerengine.internal.plan.SegmentPlan;

/**
 * Runs a {@link SegmentPlan.ClusteredScan}: reads blocks in storage order until the bound of the
 * next block is worse than the k-th result.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ClusteredScanOperator {
  private final ExecutionContext context;
  private final SegmentPlan.ClusteredScan plan;

  ClusteredScanOperator(ExecutionContext context, SegmentPlan.ClusteredScan plan) {
    this.context = context;
    this.plan = plan;
  }

  /**
   * Offers the matching rows that may be among the best; the collector is turned to the segment.
   */
  void run(TopKCollector top) {
    context.work().checkDeadline();
    new BlockScan(context, plan.filter(), top).scan(plan.bound(), plan.start().first());
  }
}
