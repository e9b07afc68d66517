package io.offerengine.internal.exec;

import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.plan.CostModel;

/**
 * Counts the work of one pass of a search, and checks its deadline every few thousand rows.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class WorkCounter {
  /** Rows between two checks of the deadline: a few microseconds of work. */
  private static final int ROWS_PER_CHECK = 4096;

  private final Deadline deadline;
  private long rowsExamined;
  private long rowsMatched;
  private long ranksPassed;
  private long wordsRead;
  private int sinceCheck;

  WorkCounter(Deadline deadline) {
    this.deadline = deadline;
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

  /** Counts rows that match. */
  void matched(long rows) {
    rowsMatched += rows;
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
}
