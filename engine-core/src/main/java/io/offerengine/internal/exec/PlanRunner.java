package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.SegmentPlan;

/**
 * Finds the matching rows of segments as their plans say, and counts the work.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class PlanRunner {
  /** Rows between two looks at the clock: a few microseconds of work. */
  private static final int ROWS_PER_CHECK = 4096;

  private final Deadline deadline;
  private long rowsExamined;
  private long rowsMatched;
  private int sinceCheck;

  PlanRunner(Deadline deadline) {
    this.deadline = deadline;
  }

  /** Hands the matching rows of a segment on, in no particular order. */
  void run(SegmentPlan plan, RowConsumer matches) {
    deadline.check();
    switch (plan.shape()) {
      case EMPTY -> {
        // Nothing can match.
      }
      case SLICE -> plan.leading().get(0).forEach(row -> examineFound(plan, row, matches));
      case INTERSECT, SCAN -> intersect(plan, matches);
    }
  }

  /** Returns how many rows of a segment match. */
  long count(SegmentPlan plan) {
    deadline.check();
    if (plan.shape() == PlanShape.INTERSECT && plan.residual().isEmpty()) {
      return matched(Bits.count(intersection(plan)));
    }
    if (plan.shape() == PlanShape.SCAN && plan.residual().isEmpty()) {
      return matched(plan.view().liveCount());
    }
    long before = rowsMatched;
    run(plan, row -> {});
    return rowsMatched - before;
  }

  private long matched(long rows) {
    rowsMatched += rows;
    return rows;
  }

  private void examineFound(SegmentPlan plan, int row, RowConsumer matches) {
    if (plan.view().live().isLive(row)) {
      examine(plan, row, matches);
    }
  }

  private void intersect(SegmentPlan plan, RowConsumer matches) {
    long[] words = intersection(plan);
    for (int i = 0; i < words.length; i++) {
      for (long rest = words[i]; rest != 0; rest &= rest - 1) {
        examine(plan, (i << 6) + Long.numberOfTrailingZeros(rest), matches);
      }
    }
  }

  private long[] intersection(SegmentPlan plan) {
    long[] words = plan.view().liveWords();
    for (Clause clause : plan.leading()) {
      clause.retain(words);
      deadline.check();
    }
    return words;
  }

  private void examine(SegmentPlan plan, int row, RowConsumer matches) {
    rowsExamined++;
    if (++sinceCheck == ROWS_PER_CHECK) {
      sinceCheck = 0;
      deadline.check();
    }
    if (plan.verifies(row)) {
      rowsMatched++;
      matches.accept(row);
    }
  }

  /** Returns how many rows were looked at one by one. */
  long rowsExamined() {
    return rowsExamined;
  }

  /** Returns how many rows matched. */
  long rowsMatched() {
    return rowsMatched;
  }
}
