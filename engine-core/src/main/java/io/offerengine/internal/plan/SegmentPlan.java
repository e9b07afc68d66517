package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;

/**
 * How the matching rows of one segment will be found.
 *
 * @param view the segment
 * @param reader its fields as the search sees them
 * @param shape the way
 * @param leading the clauses that find rows: one for a slice, those intersected for an intersection
 * @param residual the clauses that verify what the leading ones found: those with an index first,
 *     the most selective first, then the others by field
 * @param estimate how many rows the leading clauses find at most
 */
public record SegmentPlan(
    SegmentView view,
    SegmentReader reader,
    PlanShape shape,
    List<Clause> leading,
    List<Clause> residual,
    int estimate) {
  /** Copies the lists. */
  public SegmentPlan {
    leading = List.copyOf(leading);
    residual = List.copyOf(residual);
  }

  /** Returns whether the residual clauses accept a row. */
  public boolean verifies(int row) {
    for (Clause clause : residual) {
      if (!clause.accepts(row)) {
        return false;
      }
    }
    return true;
  }
}
