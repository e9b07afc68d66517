package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the matching rows of one segment will be found.
 *
 * @param view the segment
 * @param reader its fields as the search sees them
 * @param shape the way
 * @param leading the clauses that find rows: one for a slice, otherwise those whose bitmaps are
 *     intersected
 * @param residual the clauses that verify what the leading ones found: those with an index first,
 *     before all those that look at one bit, the most selective first; then the others, by what
 *     share of rows other segments accept, and by field
 * @param estimate how many rows the leading clauses find at most
 * @param order how a walk goes; null for other shapes
 * @param budget how many rows a walk through a permutation checks before bitmaps are intersected;
 *     at 0 every walk begins with that
 * @param wanted of a walk: how many of the best rows are wanted of all segments, those counted that
 *     are probably folded into others
 */
public record SegmentPlan(
    SegmentView view,
    SegmentReader reader,
    PlanShape shape,
    List<Clause> leading,
    List<Clause> residual,
    int estimate,
    @Nullable OrderAccess order,
    int budget,
    int wanted) {

  /** Keeps those of some rows that some clauses accept, in their order; returns how many. */
  public static int filter(List<Clause> clauses, int[] rows, int size) {
    int kept = size;
    for (int i = 0; i < clauses.size() && kept > 0; i++) {
      kept = clauses.get(i).filter(rows, kept);
    }
    return kept;
  }
}
