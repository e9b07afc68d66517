package io.offerengine.internal.plan;

/** The ways in which the matching rows of a segment are found. */
public enum PlanShape {
  /** No row can match. */
  EMPTY("empty"),
  /** One clause lists few rows, the others verify them. */
  SLICE("slice"),
  /**
   * Rows are walked as they lie, which is the order asked for or bounds it, until none is better.
   */
  ROW_WALK("row walk"),
  /** Rows are walked in the order asked for, until none is better or bitmaps would be cheaper. */
  ORDER_WALK("order walk"),
  /** The values of an order key of few values are taken in turn, each one's rows as they lie. */
  VALUE_WALK("value walk"),
  /** The indexed clauses' bitmaps are intersected, the other clauses verify what is left. */
  INTERSECT("intersect"),
  /** Every live row is looked at. */
  SCAN("scan");

  private final String label;

  PlanShape(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
