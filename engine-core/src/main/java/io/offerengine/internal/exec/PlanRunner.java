package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.LazyFilters;
import io.offerengine.internal.plan.OrderAccess;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.RowBound;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the matching rows of segments as their plans say, and counts the work.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class PlanRunner {
  /** Rows between two looks at the clock: a few microseconds of work. */
  private static final int ROWS_PER_CHECK = 4096;

  /** A batch has room for so many rows and those of one more word. */
  private static final int FEW_ROWS = Scratch.BATCH - Long.SIZE;

  /**
   * Words of bitmaps that are read, or rows that are passed, in the time in which a row is looked
   * at, or faster: the constants of the planner's costs tell.
   */
  private static final int PASSED_PER_ROW = 8;

  private final Deadline deadline;
  private final Scratch scratch;
  private long rowsExamined;
  private long rowsMatched;
  private long rowsPassed;
  private long wordsRead;
  private int sinceCheck;

  /** What the rows that match are offered to; null where all of them are asked for. */
  private @Nullable TopKCollector best;

  /** How many listed rows wait in the batch. */
  private int batchSize;

  PlanRunner(Deadline deadline) {
    this(deadline, new Scratch());
  }

  PlanRunner(Deadline deadline, Scratch scratch) {
    this.deadline = deadline;
    this.scratch = scratch;
  }

  /** From now on leaves out rows that could not be kept, where that is known before they match. */
  void offerTo(TopKCollector top) {
    best = top;
  }

  /** Hands all matching rows of a segment on, in no particular order. */
  void run(SegmentPlan plan, RowConsumer matches) {
    deadline.check();
    if (plan.shape() == PlanShape.SLICE) {
      examineFound(plan, plan.leading().get(0), matches);
    } else if (plan.shape() != PlanShape.EMPTY) {
      List<Clause> checks = new ArrayList<>();
      long[] words = intersection(plan, checks);
      examineAll(checks, words, plan.view().wordCount(), matches);
    }
  }

  /**
   * Hands on the matching rows of a segment that may be among the best, in the order in which they
   * lie where the plan walks by row.
   */
  void runBest(SegmentPlan plan, TopKCollector top) {
    OrderAccess order = plan.order();
    RowBound bound = order == null ? null : order.rows();
    if (order != null && bound != null) {
      deadline.check();
      new ClusteredScan(this, plan, order, top, scratch).walkRows(bound);
    } else {
      run(plan, top::offerAll);
    }
  }

  /**
   * Offers the matching rows of a tail without a plan: conditions are bound one after the other
   * while rows are left, which are few where the tail is small, or enough rows were found elsewhere
   * so that few make the cut.
   *
   * @param checks the conditions
   * @param top turned to the tail
   * @param cuts whether rows that don't make the cut are dropped first; otherwise those are that
   *     the first condition does not accept
   */
  void runTail(SegmentView view, LazyFilters checks, TopKCollector top, boolean cuts) {
    noteExamined(view.liveCount());
    int[] rows = scratch.batch();
    for (int from = 0; from < view.size(); from += rows.length) {
      int to = Math.min(view.size(), from + rows.length);
      int listed = cuts ? top.listCut(from, to, rows) : checks.listByFirst(from, to, rows);
      int live = view.live().filter(rows, listed);
      int kept = cuts ? checks.filter(rows, live) : checks.filterByRest(rows, live);
      rowsMatched += kept;
      top.offerAll(rows, kept);
    }
  }

  /**
   * Offers the matching rows of a tail that one of the conditions lists.
   *
   * @param listed these rows
   * @param checks all conditions
   * @param top turned to the tail
   */
  void runListed(SegmentView view, RowBatches listed, LazyFilters checks, TopKCollector top) {
    int[] rows = scratch.batch();
    for (int size = listed.next(rows); size > 0; size = listed.next(rows)) {
      int live = view.live().filter(rows, size);
      noteExamined(live);
      int kept = checks.filterLed(rows, top.keepCut(rows, live));
      rowsMatched += kept;
      top.offerAll(rows, kept);
    }
  }

  /** Returns how many rows of a segment match. */
  long count(SegmentPlan plan) {
    deadline.check();
    long before = rowsMatched;
    if (plan.shape() == PlanShape.SLICE || plan.shape() == PlanShape.EMPTY) {
      run(plan, (rows, size) -> {});
      return rowsMatched - before;
    }
    if (plan.leading().isEmpty() && plan.residual().isEmpty()) {
      return matched(plan.view().liveCount());
    }
    int wordCount = plan.view().wordCount();
    List<Clause> checks = new ArrayList<>();
    long[] words = intersection(plan, checks);
    if (checks.isEmpty()) {
      noteWords(wordCount);
      return matched(Bits.count(words, wordCount));
    }
    examineAll(checks, words, wordCount, (rows, size) -> {});
    return rowsMatched - before;
  }

  private long matched(long rows) {
    rowsMatched += rows;
    return rows;
  }

  /** Looks at the rows that a clause lists. */
  private void examineFound(SegmentPlan plan, Clause listed, RowConsumer matches) {
    int[] rows = scratch.batch();
    RowBatches batches = listed.batches();
    if (batches != null) {
      for (int size = batches.next(rows); size > 0; size = batches.next(rows)) {
        int live = plan.view().live().filter(rows, size);
        matches.accept(rows, verifyAny(plan.residual(), rows, live));
      }
      return;
    }
    batchSize = 0;
    listed.forEach(row -> {
      rows[batchSize++] = row;
      if (batchSize == Scratch.BATCH) {
        examineBatch(plan, matches);
      }
    });
    examineBatch(plan, matches);
  }

  private void examineBatch(SegmentPlan plan, RowConsumer matches) {
    int[] rows = scratch.batch();
    int live = plan.view().live().filter(rows, batchSize);
    matches.accept(rows, verifyAny(plan.residual(), rows, live));
    batchSize = 0;
  }

  /** Looks at each row of a bitmap. */
  void examineAll(List<Clause> checks, long[] words, int wordCount, RowConsumer matches) {
    noteWords(wordCount);
    int[] rows = scratch.batch();
    int size = 0;
    for (int i = Bits.firstUsed(words, 0, wordCount);
        i < wordCount;
        i = Bits.firstUsed(words, i + 1, wordCount)) {
      if (size > FEW_ROWS) {
        matches.accept(rows, verifyAny(checks, rows, size));
        size = 0;
      }
      size = Bits.list(words[i], i, rows, size);
    }
    matches.accept(rows, verifyAny(checks, rows, size));
  }

  /**
   * Like {@link #verify}, of rows in no order, most of which don't make the cut sooner or later.
   */
  private int verifyAny(List<Clause> clauses, int[] rows, int size) {
    TopKCollector top = best;
    int candidates = top == null || clauses.isEmpty() ? size : top.keepCut(rows, size);
    noteExamined(size - candidates);
    return verify(clauses, rows, candidates);
  }

  /**
   * Keeps those of some rows that clauses accept and that may be kept, and counts the work; returns
   * how many.
   */
  int verify(List<Clause> clauses, int[] rows, int size) {
    noteExamined(size);
    int kept = filter(clauses, rows, size);
    rowsMatched += kept;
    return kept;
  }

  /** A fold value is read in less time than what clauses without a bitmap look at. */
  private int filter(List<Clause> clauses, int[] rows, int size) {
    TopKCollector top = best;
    int candidates = top == null || clauses.isEmpty() ? size : top.dropFolded(rows, size);
    return SegmentPlan.filter(clauses, rows, candidates);
  }

  /**
   * Keeps those of some rows that are live and that all clauses accept, and counts the work;
   * returns how many.
   *
   * @param leading the clauses to be asked first
   * @param residual the other ones
   */
  int verifyFound(
      SegmentView view, List<Clause> leading, List<Clause> residual, int[] rows, int size) {
    int live = view.live().filter(rows, size);
    noteExamined(live);
    int kept = SegmentPlan.filter(leading, rows, live);
    kept = filter(residual, rows, kept);
    rowsMatched += kept;
    return kept;
  }

  /**
   * Returns the live rows that the leading clauses accept, as far as bitmaps tell.
   *
   * @param checks takes the clauses that remain to be asked: some leading ones, and the residual
   */
  long[] intersection(SegmentPlan plan, List<Clause> checks) {
    int wordCount = plan.view().wordCount();
    long[] words = scratch.bitmap(wordCount);
    plan.view().copyLive(words, 0, wordCount);
    List<Clause> leading = plan.leading();
    noteWords(wordCount);
    for (int i = 0; i < leading.size(); i++) {
      Clause clause = leading.get(i);
      noteWords((long) wordCount * clause.bitmapCount());
      notePassed(clause.mendedRows());
      if (clause.isCheckedLate()) {
        clause.narrow(words, 0, wordCount);
        checks.add(clause);
      } else {
        clause.retain(words, wordCount);
      }
      deadline.check();
    }
    checks.addAll(plan.residual());
    return words;
  }

  /** Counts rows that are looked at, and looks at the clock now and then. */
  private void noteExamined(int rows) {
    rowsExamined += rows;
    sinceCheck += rows;
    if (sinceCheck >= ROWS_PER_CHECK) {
      sinceCheck = 0;
      deadline.check();
    }
  }

  /** Counts words of bitmaps that are read. */
  void noteWords(long words) {
    wordsRead += words;
  }

  /** Counts rows of lists and permutations that are passed without a look at their values. */
  void notePassed(long rows) {
    rowsPassed += rows;
  }

  /**
   * Returns how much was done, in rows: those looked at, and those passed and words of bitmaps read
   * at what they cost.
   */
  long work() {
    return rowsExamined + (rowsPassed + wordsRead) / PASSED_PER_ROW;
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
