package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the matching rows of one segment are found: clauses, and the rows that they are asked about.
 * The package {@code internal.exec} runs plans.
 *
 * <p><b>Order.</b> A plan with a {@link ScanOrder} yields matching rows in an order that bounds the
 * first order key, and stops when no better row can come. All other plans yield them in no
 * particular order.
 *
 * <p><b>Threads.</b> Confined to one query.
 *
 * @param shape the kind of plan
 * @param view the segment as the snapshot shows it
 * @param reader the segment's fields as the search sees them
 * @param lead lists the rows of a slice; null for any other plan
 * @param clauses all clauses that the lead does not stand for, those with bitmaps first. An
 *     intersection or a scan reads these bitmaps, and what they decide is not checked again.
 *     Clauses check rows in this order
 * @param estimate an upper bound of the rows that match
 * @param order in which order a scan reads rows; null for a slice, an intersection, a full scan, a
 *     tail scan, and a plan that reads nothing
 * @param budget how many ranks of an index are checked one by one, or how many words of groups are
 *     read, before the bitmaps are intersected; 0 if they are intersected at the start, and {@link
 *     #NO_FALLBACK} if never
 * @param rowsWanted how many rows are wanted of all segments, those counted that collapse into
 *     others; 0 without an order
 */
public record SegmentPlan(
    PlanShape shape,
    SegmentView view,
    SegmentReader reader,
    @Nullable Clause lead,
    List<Clause> clauses,
    int estimate,
    @Nullable ScanOrder order,
    int budget,
    int rowsWanted) {

  /** The budget of a plan that never intersects the bitmaps of the whole segment. */
  public static final int NO_FALLBACK = Integer.MAX_VALUE;

  private SegmentPlan(
      PlanShape shape,
      SegmentView view,
      SegmentReader reader,
      @Nullable Clause lead,
      List<Clause> clauses,
      int estimate) {
    this(shape, view, reader, lead, clauses, estimate, null, NO_FALLBACK, 0);
  }

  /** Returns the plan that reads nothing, because no row can match. */
  static SegmentPlan empty(SegmentView view, SegmentReader reader) {
    return new SegmentPlan(PlanShape.EMPTY, view, reader, null, List.of(), 0);
  }

  /** Returns the plan in which one clause lists few rows, and others check them. */
  static SegmentPlan slice(
      SegmentView view, SegmentReader reader, Clause lead, List<Clause> others) {
    int most = Math.min(lead.estimate(), view.liveCount());
    return new SegmentPlan(PlanShape.SLICE, view, reader, lead, others, most);
  }

  /**
   * Returns the plan that intersects bitmaps with the live rows, and checks the rows that are left.
   * Without any bitmap this is a full scan.
   */
  static SegmentPlan intersect(
      SegmentView view, SegmentReader reader, List<Clause> clauses, int estimate) {
    boolean hasBitmaps = !clauses.isEmpty() && clauses.get(0).isIndexed();
    PlanShape shape = hasBitmaps ? PlanShape.INTERSECT : PlanShape.FULL_SCAN;
    return new SegmentPlan(shape, view, reader, null, clauses, estimate);
  }

  /** Returns the plan that checks the rows of a tail. */
  static SegmentPlan tail(SegmentView view, SegmentReader reader, List<Clause> clauses) {
    return new SegmentPlan(PlanShape.TAIL_SCAN, view, reader, null, clauses, view.liveCount());
  }

  /** Returns the plan that reads rows in an order, and filters them by the clauses of this plan. */
  SegmentPlan by(ScanOrder scanned, int mostRead, int wanted) {
    return new SegmentPlan(
        scanned.shape(), view, reader, lead, clauses, estimate, scanned, mostRead, wanted);
  }

  /** Returns whether no clause is left, so that every live row matches. */
  public boolean matchesAll() {
    return lead == null && clauses.isEmpty();
  }

  /** Returns what finds rows, as explanations list it. */
  public List<String> leading() {
    return lead == null ? texts(true) : List.of(lead.toString());
  }

  /** Returns what checks rows one by one, as explanations list it, in this order. */
  public List<String> checking() {
    return lead == null ? texts(false) : clauses.stream().map(Clause::toString).toList();
  }

  private List<String> texts(boolean isIndexed) {
    return clauses.stream()
        .filter(clause -> clause.isIndexed() == isIndexed)
        .map(Clause::toString)
        .toList();
  }
}
