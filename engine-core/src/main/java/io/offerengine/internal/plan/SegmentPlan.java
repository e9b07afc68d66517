package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the matching rows of one segment are found: clauses, and the rows that they are asked about.
 * The package {@code internal.exec} runs plans.
 *
 * <p><b>Order.</b> A {@link ClusteredScan}, an {@link IndexScan} and a {@link GroupedScan} yield
 * matching rows in an order that bounds the first order key, and stop when no better row can come.
 * All other plans yield them in no particular order.
 *
 * <p><b>Threads.</b> Confined to one query.
 *
 * @param shape the kind of plan
 * @param view the segment as the snapshot shows it
 * @param reader the segment's fields as the search sees them
 * @param lead lists the rows of a slice; null for any other plan
 * @param clauses the clauses that the rows found still have to fulfil, in the order in which they
 *     check a row: those with bitmaps first, which an intersection or a scan reads before
 * @param estimate an upper bound of the rows that match
 * @param scan in which order rows are read; null for a slice, an intersection, a full scan, a tail
 *     scan, and a plan that reads nothing
 */
public record SegmentPlan(
    PlanShape shape,
    SegmentView view,
    SegmentReader reader,
    @Nullable Clause lead,
    List<Clause> clauses,
    int estimate,
    @Nullable Scan scan) {

  /** Returns the plan that reads nothing, because no row can match. */
  static SegmentPlan empty(SegmentView view, SegmentReader reader) {
    return new SegmentPlan(PlanShape.EMPTY, view, reader, null, List.of(), 0, null);
  }

  /** Returns the plan in which one clause lists few rows, and others check them. */
  static SegmentPlan slice(
      SegmentView view, SegmentReader reader, Clause lead, List<Clause> others) {
    int most = Math.min(lead.estimate(), view.liveCount());
    return new SegmentPlan(PlanShape.SLICE, view, reader, lead, others, most, null);
  }

  /**
   * Returns the plan that intersects bitmaps with the live rows, and checks the rows that are left.
   * Without any bitmap this is a full scan.
   */
  static SegmentPlan intersect(
      SegmentView view, SegmentReader reader, List<Clause> clauses, int estimate) {
    boolean hasBitmaps = !clauses.isEmpty() && clauses.get(0).isIndexed();
    PlanShape shape = hasBitmaps ? PlanShape.INTERSECT : PlanShape.FULL_SCAN;
    return new SegmentPlan(shape, view, reader, null, clauses, estimate, null);
  }

  /** Returns the plan that checks the rows of a tail. */
  static SegmentPlan tail(SegmentView view, SegmentReader reader, List<Clause> clauses) {
    return new SegmentPlan(
        PlanShape.TAIL_SCAN, view, reader, null, clauses, view.liveCount(), null);
  }

  /** Returns the plan that reads rows in an order, and filters them by the clauses of this plan. */
  SegmentPlan by(PlanShape scanned, Scan order) {
    return new SegmentPlan(scanned, view, reader, lead, clauses, estimate, order);
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

  /** In which order the rows of a segment are read. */
  public sealed interface Scan {}

  /**
   * Rows are read in storage order, block by block, and the bitmaps of each block are intersected.
   * The scan ends when the bound of the next block is worse than the k-th result.
   *
   * @param bound what storage order says of the first order key
   * @param start where the page begins
   */
  public record ClusteredScan(ClusterBound bound, PageStart start) implements Scan {}

  /**
   * Rows are read in the order of an index on the first order key, and the clauses check them one
   * by one. The scan ends when the next key is worse than the k-th result. If its budget is spent
   * before, the bitmaps are intersected; the scan goes on over the rows that are left, or gathers
   * them in no order if they are few.
   *
   * @param sorted the rows sorted by the first order key, or by the indexed values of {@code ratio}
   * @param ratio bounds the first order key by the indexed values; null if the index is its own
   * @param range the condition on the first order key if it is one run of ranks; null otherwise
   * @param descending whether the greatest key comes first
   * @param rowsWanted how many rows are wanted of all segments, those counted that collapse into
   *     others
   * @param rowsExpected how many of them are expected to be of this segment
   * @param start where the page begins
   * @param budget how many ranks are checked one by one; 0 if the bitmaps are intersected at the
   *     start. If a prefix filter checks the first ranks, the scan goes on to the end of the filter
   */
  public record IndexScan(
      SortedPermutation sorted,
      @Nullable RatioBounds ratio,
      @Nullable RangeClause range,
      boolean descending,
      int rowsWanted,
      int rowsExpected,
      PageStart start,
      int budget)
      implements Scan {}

  /**
   * Rows are read value by value of a first order key of few values, the best value first, and the
   * rows of each value in storage order.
   *
   * @param values the index of the first order key
   * @param withinValue what storage order says of the second order key; null if nothing
   * @param descending whether the greatest value comes first
   * @param start where the page begins
   * @param budget how many words are read before the bitmaps are intersected for all values that
   *     are left; 0 if they are intersected at the start
   */
  public record GroupedScan(
      FieldIndex values,
      @Nullable ClusterBound withinValue,
      boolean descending,
      PageStart start,
      int budget)
      implements Scan {

    /** Returns the first key of the rows of one value: its key, inverted if descending. */
    public long firstKey(int value) {
      return descending ? ~values.valueKey(value) : values.valueKey(value);
    }
  }
}
