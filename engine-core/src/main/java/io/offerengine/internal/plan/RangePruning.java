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
   * @param ranges the clauses with an index, some of them ranges; changed
   * @param others clauses that also have to accept the rows
   */
  @SuppressWarnings("ReferenceEquality") // clauses are compared by identity
  static boolean narrow(List<Clause> ranges, List<Clause> others) {
    for (int i = 0; i < ranges.size(); i++) {
      for (int j = 0; j < others.size() && ranges.get(i) instanceof RangeClause range; j++) {
        if (others.get(j) != range) {
          ranges.set(i, range.narrowedBy(others.get(j)));
        }
      }
      if (ranges.get(i).estimate() == 0) {
        return false;
      }
    }
    return true;
  }
}
