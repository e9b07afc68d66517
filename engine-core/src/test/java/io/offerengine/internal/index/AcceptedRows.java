package io.offerengine.internal.index;

/** Asks a clause about rows. */
public final class AcceptedRows {
  private AcceptedRows() {}

  /** Returns whether a clause accepts a row. */
  public static boolean accepts(Clause clause, int row) {
    return clause.filter(new int[] {row}, 1) == 1;
  }
}
