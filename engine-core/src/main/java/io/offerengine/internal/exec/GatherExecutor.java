package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.plan.LazyChecks;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.plan.SegmentPlan.TailScan;
import io.offerengine.internal.plan.SegmentPlan.TailScan.Lead;
import io.offerengine.internal.segment.SegmentView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs the plans that find rows in no particular order: slices, intersections, full scans, and
 * scans of tails.
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
    switch (plan.shape()) {
      case EMPTY -> {}
      case SLICE -> slice(plan, matches);
      case INTERSECT, FULL_SCAN -> {
        List<Clause> checks = new ArrayList<>();
        long[] words = context.intersect(plan, checks);
        context.examineAll(checks, words, plan.view().wordCount(), matches);
      }
      case TAIL_SCAN ->
          scanTail(plan.view(), (TailScan) Objects.requireNonNull(plan.scan()), top, matches);
      default -> throw new IllegalArgumentException("not a plan without order: " + plan.shape());
    }
  }

  /** Returns how many rows of a segment match; without clauses to check, only bits are counted. */
  long count(SegmentPlan plan) {
    WorkCounter work = context.work();
    long before = work.rowsMatched();
    boolean isIntersection =
        switch (plan.shape()) {
          case INTERSECT, FULL_SCAN -> true;
          default -> false;
        };
    if (!isIntersection) {
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
    int[] rows = context.batch();
    RowBatches listed = Objects.requireNonNull(plan.indexed().get(0).batches());
    for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
      int live = plan.view().live().filter(rows, size);
      matches.accept(rows, context.verifyUnordered(plan.checks(), rows, live));
    }
  }

  /**
   * Drops the rows of a tail by the lead first, a batch at a time, and checks the others. Tails are
   * searched last, against the current k-th result: if there is one and the lead is the cutoff, few
   * rows are left to be checked.
   */
  private void scanTail(
      SegmentView view, TailScan scan, @Nullable TopKCollector top, RowConsumer matches) {
    LazyChecks checks = scan.checks();
    int[] rows = context.batch();
    RowBatches listed = scan.lead() == Lead.TEXT_LIST ? checks.listed() : null;
    if (listed != null) {
      for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
        int live = view.live().filter(rows, size);
        context.work().examined(live);
        int candidates = top == null ? live : top.dropBeyondCutoff(rows, live);
        handOn(rows, checks.filterListed(rows, candidates), matches);
      }
      return;
    }
    context.work().examined(view.liveCount());
    for (int from = 0; from < view.size(); from += rows.length) {
      int to = Math.min(view.size(), from + rows.length);
      if (top != null && top.isFull() && scan.lead() == Lead.CUTOFF) {
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
