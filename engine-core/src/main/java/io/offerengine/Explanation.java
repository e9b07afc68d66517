package io.offerengine;

/** How a search was done. */
public final class Explanation {
  private Explanation() {}

  /** Returns the shape of the plan. */
  public String plan() {
    throw new UnsupportedOperationException();
  }

  /** Returns the number of rows looked at. */
  public long rowsExamined() {
    throw new UnsupportedOperationException();
  }

  /** Returns the number of rows that matched, before folding. */
  public long rowsMatched() {
    throw new UnsupportedOperationException();
  }
}
