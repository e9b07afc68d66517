package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RangeClause;
import java.util.List;

/**
 * Prunes the ranges of a segment by each other: if two fields grow together, two broad ranges may
 * have no row in common.
 */
final class RangePruning {
  private RangePruning() {}

  /**
   * Replaces ranges by narrower ones where a prefix of their ranks has no row in another range;
   * returns false as soon as a range has no rank left.
   *
   * @param clauses all of them have to accept the rows; changed
   */
  @SuppressWarnings("ReferenceEquality") // clauses are compared by identity
  static boolean narrow(List<Clause> clauses) {
    for (int i = 0; i < clauses.size(); i++) {
      for (int j = 0; j < clauses.size() && clauses.get(i) instanceof RangeClause range; j++) {
        if (clauses.get(j) != range) {
          clauses.set(i, range.narrowedBy(clauses.get(j)));
        }
      }
      if (clauses.get(i).estimate() == 0) {
        return false;
      }
    }
    return true;
  }
}
