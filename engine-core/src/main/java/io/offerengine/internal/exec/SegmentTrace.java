package io.offerengine.internal.exec;

import io.offerengine.internal.plan.SegmentPlan;
import org.jspecify.annotations.Nullable;

/**
 * How a search went in one segment: its plan, which part of the plan finished, and the work.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class SegmentTrace {
  private @Nullable SegmentPlan plan;
  private @Nullable SegmentScan scan;
  private long rowsExamined;
  private long rowsMatched;

  SegmentTrace() {}

  void planned(SegmentPlan chosen) {
    plan = chosen;
  }

  void scanned(SegmentScan operator) {
    scan = operator;
  }

  void examined(long rows) {
    rowsExamined += rows;
  }

  /**
   * Notes how many rows match.
   *
   * @param counting the plan that counted them
   * @param examinedRows how many rows it examined
   * @param isSearch whether nothing but the count was asked for
   */
  void counted(SegmentPlan counting, long matched, long examinedRows, boolean isSearch) {
    rowsMatched = matched;
    if (isSearch) {
      plan = counting;
      rowsExamined += examinedRows;
    }
  }

  /** Returns the plan that ran; null if no row of the segment could be among the best. */
  public @Nullable SegmentPlan plan() {
    return plan;
  }

  /** Returns the scan that ran the plan; null if the plan was run in one turn. */
  @Nullable SegmentScan scan() {
    return scan;
  }

  /** Returns how many rows were examined one by one. */
  public long rowsExamined() {
    return rowsExamined;
  }

  /** Returns how many rows matched before folding; 0 unless the search counted them. */
  public long rowsMatched() {
    return rowsMatched;
  }
}
