package io.offerengine.internal.plan;

/** The ways in which the matching rows of a segment are found. */
public enum PlanShape {
  /** No row can match. */
  EMPTY("empty"),
  /** One clause lists few rows, the others verify them. */
  SLICE("slice"),
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
