package io.offerengine.internal.exec;

import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.plan.LazyFilters;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.plan.SegmentPlan.TailScan.Lead;
import io.offerengine.internal.segment.SegmentView;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link SegmentPlan.TailScan}: drops rows by the lead first, a batch at a time, and checks
 * the others.
 *
 * <p>Tails are searched last, against the current k-th result. If there is a k-th result and the
 * lead is the cutoff, few rows of a tail are left to be checked.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class TailScanOperator {
  private final ExecutionContext context;
  private final SegmentPlan.TailScan plan;
  private final SegmentView view;
  private final LazyFilters checks;

  TailScanOperator(ExecutionContext context, SegmentPlan.TailScan plan) {
    this.context = context;
    this.plan = plan;
    this.view = plan.view();
    this.checks = plan.checks();
  }

  /**
   * Hands on the matching rows that may be among the best, in the order of insertion or of the text
   * list.
   *
   * @param top the best rows so far, turned to this tail; null if all matching rows are asked for
   */
  void run(@Nullable TopKCollector top, RowConsumer matches) {
    RowBatches listed = plan.lead() == Lead.TEXT_LIST ? checks.listed() : null;
    if (listed == null) {
      scan(top, matches);
      return;
    }
    int[] rows = context.batch();
    for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
      int live = view.live().filter(rows, size);
      context.work().examined(live);
      int candidates = top == null ? live : top.dropBeyondCutoff(rows, live);
      handOn(rows, checks.filterListed(rows, candidates), matches);
    }
  }

  private void scan(@Nullable TopKCollector top, RowConsumer matches) {
    context.work().examined(view.liveCount());
    int[] rows = context.batch();
    for (int from = 0; from < view.size(); from += rows.length) {
      int to = Math.min(view.size(), from + rows.length);
      if (top != null && top.isFull() && plan.lead() == Lead.CUTOFF) {
        int live = view.live().filter(rows, top.listWithinCutoff(from, to, rows));
        handOn(rows, checks.filter(rows, live), matches);
      } else {
        int live = view.live().filter(rows, checks.listByFirst(from, to, rows));
        handOn(rows, checks.filterByRest(rows, live), matches);
      }
    }
  }

  private void handOn(int[] rows, int size, RowConsumer matches) {
    context.work().matched(size);
    matches.accept(rows, size);
  }
}
