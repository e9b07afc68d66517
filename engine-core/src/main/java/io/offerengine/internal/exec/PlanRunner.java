package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.OrderAccess;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.SegmentPlan;
import java.util.List;

/**
 * Finds the matching rows of segments as their plans say, and counts the work.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class PlanRunner {
  /** Rows between two looks at the clock: a few microseconds of work. */
  private static final int ROWS_PER_CHECK = 4096;

  private final Deadline deadline;
  private final Scratch scratch;
  private long rowsExamined;
  private long rowsMatched;
  private int sinceCheck;

  PlanRunner(Deadline deadline) {
    this(deadline, new Scratch());
  }

  PlanRunner(Deadline deadline, Scratch scratch) {
    this.deadline = deadline;
    this.scratch = scratch;
  }

  /** Hands all matching rows of a segment on, in no particular order. */
  void run(SegmentPlan plan, RowConsumer matches) {
    deadline.check();
    if (plan.shape() == PlanShape.SLICE) {
      plan.leading().get(0).forEach(row -> examineFound(plan, row, matches));
    } else if (plan.shape() != PlanShape.EMPTY) {
      examineAll(plan, intersection(plan), matches);
    }
  }

  /**
   * Hands on the matching rows of a segment that may be among the best, the best first where the
   * plan walks.
   */
  void runBest(SegmentPlan plan, TopRows top) {
    if (plan.order() == null) {
      run(plan, top::offer);
      return;
    }
    deadline.check();
    OrderAccess order = plan.order();
    SortedPermutation sorted = order.sorted();
    if (sorted == null) {
      new RowWalk(this, plan, order, top, scratch).run();
    } else {
      new RankWalk(this, plan, sorted, order.range(), order.descending(), top, scratch).run();
    }
  }

  /** Returns how many rows of a segment match. */
  long count(SegmentPlan plan) {
    deadline.check();
    boolean byBitmaps = plan.shape() != PlanShape.SLICE && plan.shape() != PlanShape.EMPTY;
    if (byBitmaps && plan.residual().isEmpty()) {
      return matched(
          plan.leading().isEmpty()
              ? plan.view().liveCount()
              : Bits.count(intersection(plan), plan.view().wordCount()));
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

  /** Looks at each row of a bitmap. */
  void examineAll(SegmentPlan plan, long[] words, RowConsumer matches) {
    int wordCount = plan.view().wordCount();
    for (int i = 0; i < wordCount; i++) {
      for (long rest = words[i]; rest != 0; rest &= rest - 1) {
        examine(plan, (i << 6) + Long.numberOfTrailingZeros(rest), matches);
      }
    }
  }

  /** Returns the live rows that the leading clauses accept. */
  long[] intersection(SegmentPlan plan) {
    int wordCount = plan.view().wordCount();
    long[] words = scratch.bitmap(wordCount);
    plan.view().copyLive(words, 0, wordCount);
    List<Clause> leading = plan.leading();
    for (int i = 0; i < leading.size(); i++) {
      leading.get(i).retain(words, wordCount);
      deadline.check();
    }
    return words;
  }

  /** Offers a row that no clause has been asked about yet, if it is live and matches. */
  void offerFound(SegmentPlan plan, int row, TopRows top) {
    if (plan.view().live().isLive(row)) {
      noteExamined();
      if (plan.accepts(row)) {
        rowsMatched++;
        top.offer(row);
      }
    }
  }

  /** Offers a row that the leading clauses accept, if the others do too. */
  void examine(SegmentPlan plan, int row, TopRows top) {
    noteExamined();
    if (plan.verifies(row)) {
      rowsMatched++;
      top.offer(row);
    }
  }

  private void examine(SegmentPlan plan, int row, RowConsumer matches) {
    noteExamined();
    if (plan.verifies(row)) {
      rowsMatched++;
      matches.accept(row);
    }
  }

  /** Counts a row that is looked at, and looks at the clock now and then. */
  void noteExamined() {
    rowsExamined++;
    if (++sinceCheck == ROWS_PER_CHECK) {
      sinceCheck = 0;
      deadline.check();
    }
  }

  /** Counts a row that matches. */
  void noteMatched() {
    rowsMatched++;
  }

  /** Looks at the clock. */
  void checkDeadline() {
    deadline.check();
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
