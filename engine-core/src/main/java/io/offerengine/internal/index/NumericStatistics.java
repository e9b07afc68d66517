package io.offerengine.internal.index;

import io.offerengine.query.NumericSet;

/**
 * What is known of a numeric column as a whole: the least and greatest key, and how many rows have
 * a value.
 *
 * @param low the least key, or a lower bound; above {@code high} where no row has a value
 * @param high the greatest key, or an upper bound
 * @param present how many rows have a value
 * @param rows how many rows there are
 */
public record NumericStatistics(long low, long high, int present, int rows) {
  /** Returns whether all rows have one value, or none. */
  boolean isConstant() {
    return present == 0 || (present == rows && low == high);
  }

  /** Returns whether a set accepts no row, as far as the bounds tell. */
  public boolean rejectsAll(NumericSet accepted) {
    boolean rejectsAbsent = present == rows || !accepted.includesAbsent();
    return rejectsAbsent && (present == 0 || !accepted.overlaps(low, high));
  }

  /** Returns whether a set accepts every row, as far as the bounds tell. */
  public boolean acceptsAll(NumericSet accepted) {
    boolean acceptsAbsent = present == rows || accepted.includesAbsent();
    return acceptsAbsent && (present == 0 || accepted.covers(low, high));
  }
}
