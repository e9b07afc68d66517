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
import org.jspecify.annotations.Nullable;

/**
 * Chooses the scan that reads a sealed segment in the order of a query's first key.
 *
 * <p>Storage order comes first: it bounds a computed key, too, and reads whole words. An index scan
 * comes before it if a few rows of all are wanted, or if quotients of a formula let it end earlier.
 * Otherwise an index on the first key comes second, and a group for each of its values third.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class OrderedScans {
  private final List<SortKey> order;
  private final @Nullable PlanShape forced;

  /**
   * Creates the choice for a query.
   *
   * @param order the query's, not empty
   * @param forced the only shape to return; null for the cheapest
   */
  OrderedScans(List<SortKey> order, @Nullable PlanShape forced) {
    this.order = order;
    this.forced = forced;
  }

  /**
   * Returns the scan of a segment; null if no order of its rows bounds the first key, no such order
   * has the forced shape, or the cheapest plan without a scan seems cheaper.
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
            ? ClusterBound.of(field, descending, segment, plan.reader().arguments())
            : null;
    RatioBounds ratio =
        index == null && allows(PlanShape.INDEX_SCAN)
            ? segment.ratioBounds(field, plan.reader().arguments())
            : null;
    if (ratio != null && (bound == null || isShorter(ratio, bound, cost, descending))) {
      return indexScan(ratio.sorted(), ratio, plan, cost, wanted, descending);
    }
    if (bound != null) {
      return blockScan(new BlockOrder(null, bound, descending), plan, cost, wanted);
    }
    if (sorted != null && allows(PlanShape.INDEX_SCAN)) {
      return indexScan(sorted, null, plan, cost, wanted, descending);
    }
    boolean isGrouped = index != null && isSortable && index.valueCount() > 0;
    return isGrouped && allows(PlanShape.GROUPED_SCAN)
        ? blockScan(groups(segment, index, plan), plan, cost, wanted)
        : null;
  }

  private boolean allows(PlanShape shape) {
    return forced == null || forced == shape;
  }

  private BlockOrder groups(SealedSegment segment, @Nullable FieldIndex values, SegmentPlan plan) {
    SortKey second = order.size() < 2 ? null : order.get(1);
    ClusterBound bound =
        second == null
            ? null
            : ClusterBound.of(
                second.field(), second.isDescending(), segment, plan.reader().arguments());
    return new BlockOrder(values, bound, order.get(0).isDescending());
  }

  private @Nullable SegmentPlan blockScan(
      BlockOrder blocks, SegmentPlan plan, SegmentCost cost, int wanted) {
    return forced != null || cost.favoursBlocks(blocks.groups())
        ? plan.by(blocks, cost.wordBudget(blocks), wanted)
        : null;
  }

  private @Nullable SegmentPlan indexScan(
      SortedPermutation sorted,
      @Nullable RatioBounds ratio,
      SegmentPlan plan,
      SegmentCost cost,
      int wanted,
      boolean descending) {
    if (forced == null && !cost.favoursRanks()) {
      return null;
    }
    RangeClause range = ratio == null ? rangeOn(sorted, plan.clauses()) : null;
    return plan.by(
        new IndexOrder(sorted, ratio, range, descending), cost.rankBudget(sorted), wanted);
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
