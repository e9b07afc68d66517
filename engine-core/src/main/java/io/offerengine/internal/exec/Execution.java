package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.SegmentPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One pass of a search over the plans of its segments. It counts the work, checks the deadline
 * every few thousand rows, and does what scans share: intersecting bitmaps and checking rows. It
 * runs the plans that find rows in no particular order: slices, intersections, full scans and tail
 * scans.
 *
 * <p><b>Memory.</b> The {@link Search} takes the scratch memory from the pool and gives it back.
 * Only one plan runs at a time. It may use the batch and the bitmaps of the {@link #scratch} memory
 * until it returns. A scan that will be resumed keeps its bitmaps: {@link #holdBitmaps} is called
 * before it begins, and then no bitmap is handed out twice until the pass ends.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class Execution {
  /** Rows between two checks of the deadline: a few microseconds of work. */
  private static final int ROWS_PER_CHECK = 4096;

  private final Deadline deadline;
  private final Scratch scratch;

  /** Its cutoff drops rows; null if all matching rows are asked for. */
  private @Nullable TopKCollector top;

  private boolean holdsBitmaps;
  private long rowsExamined;
  private long rowsMatched;
  private long ranksPassed;
  private long wordsRead;
  private int sinceCheck;

  /** Creates a pass that asks for all matching rows. */
  Execution(Deadline deadline, Scratch scratch) {
    this.deadline = deadline;
    this.scratch = scratch;
  }

  /** Asks for the rows up to the cutoff of a collector, in place of all matching rows. */
  void useCutoffOf(TopKCollector collector) {
    top = collector;
  }

  /** Returns the scratch memory. */
  Scratch scratch() {
    return scratch;
  }

  /** Holds all bitmaps handed out so far, and those to come, until the pass ends. */
  void holdBitmaps() {
    holdsBitmaps = true;
  }

  /** Takes the bitmaps of a plan back that has returned for good. */
  void segmentDone() {
    if (!holdsBitmaps) {
      scratch.reset();
    }
  }

  /** Takes all bitmaps back. */
  void passDone() {
    holdsBitmaps = false;
    scratch.reset();
  }

  /** Counts rows that are examined one by one. */
  void examined(int rows) {
    rowsExamined += rows;
    sinceCheck += rows;
    if (sinceCheck >= ROWS_PER_CHECK) {
      sinceCheck = 0;
      deadline.check();
    }
  }

  /** Counts words of bitmaps that are read. */
  void words(long words) {
    wordsRead += words;
  }

  /** Counts ranks and listed rows that are passed without a look at the row's values. */
  void passed(long ranks) {
    ranksPassed += ranks;
  }

  /** Checks the deadline now. */
  void checkDeadline() {
    deadline.check();
  }

  /** Returns how many rows were examined one by one. */
  long rowsExamined() {
    return rowsExamined;
  }

  /** Returns how many rows matched. */
  long rowsMatched() {
    return rowsMatched;
  }

  /** Returns the work in examined rows; passed ranks and words count by their cost. */
  long work() {
    return rowsExamined + (ranksPassed + wordsRead) / CostModel.WORDS_PER_EXAMINED_ROW;
  }

  /**
   * Hands on the matching rows of a segment: those that may be among the best if there is a
   * collector, which is turned to the segment; all of them otherwise.
   */
  void gather(SegmentPlan plan, RowConsumer matches) {
    deadline.check();
    switch (plan.shape()) {
      case EMPTY -> {}
      case SLICE -> slice(plan, matches);
      case INTERSECT, FULL_SCAN, TAIL_SCAN -> {
        List<Clause> checks = new ArrayList<>();
        long[] words = intersect(plan, checks);
        examineAll(checks, words, plan.view().wordCount(), matches);
      }
      default -> throw new IllegalArgumentException("not a plan without order: " + plan.shape());
    }
  }

  /** Returns how many rows of a segment match; without clauses to check, only bits are counted. */
  long count(SegmentPlan plan) {
    long before = rowsMatched;
    if (plan.shape() == PlanShape.EMPTY || plan.shape() == PlanShape.SLICE) {
      gather(plan, (rows, size) -> {});
      return rowsMatched - before;
    }
    deadline.check();
    if (plan.matchesAll()) {
      rowsMatched += plan.view().liveCount();
      return rowsMatched - before;
    }
    int wordCount = plan.view().wordCount();
    List<Clause> checks = new ArrayList<>();
    long[] words = intersect(plan, checks);
    if (checks.isEmpty()) {
      wordsRead += wordCount;
      rowsMatched += Bits.count(words, wordCount);
    } else {
      examineAll(checks, words, wordCount, (rows, size) -> {});
    }
    return rowsMatched - before;
  }

  /** Reads the list of the leading clause batch by batch, and checks each live row. */
  private void slice(SegmentPlan plan, RowConsumer matches) {
    int[] rows = scratch.batch();
    RowBatches listed = Objects.requireNonNull(Objects.requireNonNull(plan.lead()).batches());
    for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
      int live = plan.view().live().filter(rows, size);
      matches.accept(rows, verifyUnordered(plan.clauses(), rows, live));
    }
  }

  /**
   * Intersects the bitmaps of the clauses of a plan with the live rows, and drops words that miss
   * the cutoff.
   *
   * @param checks takes the clauses that still have to check rows, in their order
   */
  long[] intersect(SegmentPlan plan, List<Clause> checks) {
    int wordCount = plan.view().wordCount();
    long[] words = scratch.bitmap(wordCount);
    plan.view().copyLive(words, 0, wordCount);
    wordsRead += wordCount;
    if (top != null) {
      top.narrow(words, wordCount);
    }
    List<Clause> clauses = plan.clauses();
    for (int i = 0; i < clauses.size(); i++) {
      Clause clause = clauses.get(i);
      wordsRead += (long) wordCount * clause.bitmapCount();
      ranksPassed += clause.repairedRows();
      if (!clause.narrowAll(words, wordCount)) {
        checks.add(clause);
      }
      deadline.check();
    }
    return words;
  }

  /** Checks each row of a bitmap, and hands on those that match. */
  void examineAll(List<Clause> checks, long[] words, int wordCount, RowConsumer matches) {
    wordsRead += wordCount;
    int[] rows = scratch.batch();
    int at = Bits.firstUsed(words, 0, wordCount);
    while (at < wordCount) {
      int size = 0;
      while (at < wordCount && size <= Scratch.BATCH - Long.SIZE) {
        size = Bits.list(words[at], at, rows, size);
        at = Bits.firstUsed(words, at + 1, wordCount);
      }
      matches.accept(rows, verifyUnordered(checks, rows, size));
    }
  }

  /**
   * Like {@link #verify}, for rows in no order: most of them miss the cutoff sooner or later, so
   * the cutoff drops rows before the clauses do.
   */
  private int verifyUnordered(List<Clause> clauses, int[] rows, int size) {
    int candidates = top == null || clauses.isEmpty() ? size : top.dropBeyondCutoff(rows, size);
    examined(size - candidates);
    return verify(clauses, rows, candidates);
  }

  /** Retains the rows that all clauses accept; returns how many. */
  int verify(List<Clause> clauses, int[] rows, int size) {
    examined(size);
    int left = Clause.filter(clauses, rows, size);
    rowsMatched += left;
    return left;
  }
}
