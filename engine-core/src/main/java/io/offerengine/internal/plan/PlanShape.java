package io.offerengine.internal.plan;

/** The kinds of {@link SegmentPlan}, as explanations name them and as tests force them. */
public enum PlanShape {
  /** No row can match. */
  EMPTY("empty"),
  /** One index lists few rows; the other clauses check them. */
  SLICE("slice"),
  /** Bitmaps are intersected; the other clauses check the rows that are left. */
  INTERSECT("intersect"),
  /** The rows are read in storage order, which bounds the first order key. */
  CLUSTERED_SCAN("clustered scan"),
  /** The rows are read in the order of an index on the first order key. */
  INDEX_SCAN("index scan"),
  /** The rows are read value by value of a first order key of few values. */
  GROUPED_SCAN("grouped scan"),
  /** Every live row of a tail is checked, but for zones that have no row to find. */
  TAIL_SCAN("tail scan"),
  /** Every live row is checked, without any index but the zones of a tail. */
  FULL_SCAN("full scan");

  private final String label;

  PlanShape(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
