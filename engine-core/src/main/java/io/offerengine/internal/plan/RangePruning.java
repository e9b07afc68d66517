package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RangeClause;
import java.util.ArrayList;
import java.util.List;

/**
 * What ranges of a segment's fields tell of each other: where fields go with each other, two broad
 * ranges may have no row in common.
 */
public final class RangePruning {
  private RangePruning() {}

  /**
   * Leaves out ranks of ranges of which it is known that their rows are in none of other ranges;
   * returns false as soon as none is left.
   *
   * @param ranges clauses with an index, some of them ranges; changed
   * @param others clauses that rows have to be accepted by, too
   */
  @SuppressWarnings("ReferenceEquality") // the clauses of a plan are told apart, not compared
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

  /**
   * Notes that no row of a segment matches: ranges that exclude each other are told from then on,
   * if that happens more often. A search gathers what tells one of them at most, of each segment.
   */
  public static void noteNone(SegmentPlan plan) {
    if (plan.shape() == PlanShape.SLICE) {
      return; // few rows were looked at
    }
    List<Clause> clauses = new ArrayList<>(plan.leading());
    clauses.addAll(plan.residual());
    for (Clause clause : clauses) {
      if (clause instanceof RangeClause range && range.noteNoneWith(clauses)) {
        return;
      }
    }
  }
}
