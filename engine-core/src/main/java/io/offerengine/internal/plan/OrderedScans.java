package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Field;
import io.offerengine.schema.SortKey;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the scan that reads a sealed segment in the order of a query's first key.
 *
 * <p>Storage order comes first: it bounds a computed key, too, and reads whole words. An index on
 * the first key comes second, and a group for each of its values third.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class OrderedScans {
  private final List<SortKey> order;
  private final int segments;
  private final PageStart start;
  private final @Nullable PlanShape forced;

  /**
   * Creates the choice for a query.
   *
   * @param order the query's, not empty
   * @param segments how many segments the best rows may come from
   * @param start where the page begins
   * @param forced the only shape to return; null for the cheapest
   */
  OrderedScans(List<SortKey> order, int segments, PageStart start, @Nullable PlanShape forced) {
    this.order = order;
    this.segments = segments;
    this.start = start;
    this.forced = forced;
  }

  /**
   * Returns the scan of a segment; null if no order of its rows bounds the first key, or no such
   * order has the forced shape.
   *
   * @param plan the intersection: its clauses are those of the scan
   * @param wanted how many rows are wanted of all segments
   * @param fewOfAll whether every row matches, and at most one word of rows is wanted: an index
   *     scan then reads no more rows than are wanted, and a clustered scan a word at least
   */
  @Nullable SegmentPlan choose(
      SealedSegment segment, SegmentPlan plan, SegmentCost cost, int wanted, boolean fewOfAll) {
    SortKey first = order.get(0);
    Field field = first.field();
    boolean descending = first.isDescending();
    boolean isSortable = field.type().hasIntegerKeys() && !field.isAbsentAsFalse();
    FieldIndex index = segment.index(field, plan.reader().arguments());
    SortedPermutation sorted = index == null || !isSortable ? null : index.permutation();
    if (sorted != null && fewOfAll && allows(PlanShape.INDEX_SCAN)) {
      return indexScan(sorted, null, plan, cost, wanted, descending);
    }
    ClusterBound bound =
        allows(PlanShape.CLUSTERED_SCAN)
            ? ClusterBound.of(first, segment, plan.reader().arguments())
            : null;
    RatioBounds ratio =
        index == null && allows(PlanShape.INDEX_SCAN)
            ? segment.ratioBounds(field, plan.reader().arguments())
            : null;
    if (ratio != null && (bound == null || isShorter(ratio, bound, cost, descending))) {
      return indexScan(ratio.sorted(), ratio, plan, cost, wanted, descending);
    }
    if (bound != null) {
      return plan.by(PlanShape.CLUSTERED_SCAN, new SegmentPlan.ClusteredScan(bound, start));
    }
    if (sorted != null && allows(PlanShape.INDEX_SCAN)) {
      return indexScan(sorted, null, plan, cost, wanted, descending);
    }
    boolean isGrouped = index != null && isSortable && index.valueCount() > 0;
    return isGrouped && allows(PlanShape.GROUPED_SCAN)
        ? groupedScan(segment, Objects.requireNonNull(index), plan, cost)
        : null;
  }

  private boolean allows(PlanShape shape) {
    return forced == null || forced == shape;
  }

  private SegmentPlan groupedScan(
      SealedSegment segment, FieldIndex values, SegmentPlan plan, SegmentCost cost) {
    ClusterBound second =
        order.size() < 2 ? null : ClusterBound.of(order.get(1), segment, plan.reader().arguments());
    boolean descending = order.get(0).isDescending();
    int budget = cost.wordBudget(values.valueCount());
    return plan.by(
        PlanShape.GROUPED_SCAN,
        new SegmentPlan.GroupedScan(values, second, descending, start, budget));
  }

  private SegmentPlan indexScan(
      SortedPermutation sorted,
      @Nullable RatioBounds ratio,
      SegmentPlan plan,
      SegmentCost cost,
      int wanted,
      boolean descending) {
    return plan.by(
        PlanShape.INDEX_SCAN,
        new SegmentPlan.IndexScan(
            sorted,
            ratio,
            ratio == null ? rangeOn(sorted, plan.clauses()) : null,
            descending,
            wanted,
            1 + wanted / segments,
            start,
            cost.rankBudget(sorted)));
  }

  /** Returns whether an index scan by ratio bounds should end before a clustered scan would. */
  private static boolean isShorter(
      RatioBounds ratio, ClusterBound bound, SegmentCost cost, boolean descending) {
    long cutoff = ratio.cutoff((int) cost.expectedRanks(), descending);
    long rows = (long) CostModel.CLUSTERED_ROWS_PER_RANK * ratio.ranksWithin(cutoff, descending);
    return bound.readsMoreThan(rows, descending ? ~cutoff : cutoff);
  }

  private static @Nullable RangeClause rangeOn(SortedPermutation sorted, List<Clause> clauses) {
    for (Clause clause : clauses) {
      if (clause instanceof RangeClause range && range.isOneRunOf(sorted)) {
        return range;
      }
    }
    return null;
  }
}
