package io.offerengine.internal.exec;

import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.SegmentPlan;

/**
 * Runs a {@link SegmentPlan.Slice}: reads the list of the leading clause batch by batch, and checks
 * each live row.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class SliceOperator {
  private final ExecutionContext context;
  private final SegmentPlan.Slice plan;

  /** How many listed rows wait in the batch. */
  private int size;

  SliceOperator(ExecutionContext context, SegmentPlan.Slice plan) {
    this.context = context;
    this.plan = plan;
  }

  /** Hands on all matching rows, in no particular order. */
  void run(RowConsumer matches) {
    int[] rows = context.batch();
    RowBatches batches = plan.lead().batches();
    if (batches != null) {
      for (size = batches.next(rows); size > 0; size = batches.next(rows)) {
        check(rows, matches);
      }
      return;
    }
    size = 0;
    plan.lead()
        .forEach(row -> {
          rows[size++] = row;
          if (size == Scratch.BATCH) {
            check(rows, matches);
            size = 0;
          }
        });
    check(rows, matches);
  }

  private void check(int[] rows, RowConsumer matches) {
    int live = plan.view().live().filter(rows, size);
    matches.accept(rows, context.verifyUnordered(plan.checks(), rows, live));
  }
}
