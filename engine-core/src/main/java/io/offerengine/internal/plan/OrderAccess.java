package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.query.SortKey;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a sealed segment can be walked in the order of a query's first key: one of three
 * ways, or none.
 *
 * <p><b>Threads.</b> Confined to one query.
 *
 * @param rows what the order of rows says of the first key; null when nothing
 * @param sorted the rows sorted by the first key; null when they are not
 * @param range the condition on the first key, where it is one run of ranks; null otherwise
 * @param values the index of a first key of few values; null for another
 * @param withinValue what the order of rows says of the second key; null when nothing
 * @param descending whether the greatest first key comes first
 */
public record OrderAccess(
    @Nullable RowBound rows,
    @Nullable SortedPermutation sorted,
    @Nullable RangeClause range,
    @Nullable FieldIndex values,
    @Nullable RowBound withinValue,
    boolean descending) {

  /** Returns the ways to walk a segment; null when there is none. */
  static @Nullable OrderAccess of(
      List<SortKey> order, SealedSegment segment, Arguments arguments, List<Clause> indexed) {
    SortKey first = order.get(0);
    Field field = first.field();
    boolean descending = first.isDescending();
    RowBound rows = RowBound.of(first, segment, arguments);
    if (rows != null) {
      return new OrderAccess(rows, null, null, null, null, descending);
    }
    boolean stored = field.formula() == null;
    FieldIndex index =
        stored && field.slot() >= 0
            ? segment.index(field)
            : segment.standingIndex(field, arguments);
    if (index == null || !field.type().isNumeric() || field.isAbsentAsFalse()) {
      return null;
    }
    SortedPermutation sorted = index.permutation();
    if (sorted != null) {
      return new OrderAccess(null, sorted, rangeOn(sorted, indexed), null, null, descending);
    }
    if (index.valueCount() == 0) {
      return null;
    }
    RowBound second = order.size() < 2 ? null : RowBound.of(order.get(1), segment, arguments);
    return new OrderAccess(null, null, null, index, second, descending);
  }

  private static @Nullable RangeClause rangeOn(SortedPermutation sorted, List<Clause> indexed) {
    for (Clause clause : indexed) {
      if (clause instanceof RangeClause range && range.isOneRunOf(sorted)) {
        return range;
      }
    }
    return null;
  }

  /** Returns the first number of the rows of one of a field's values. */
  public long valueFirst(FieldIndex index, int value) {
    return descending ? ~index.valueKey(value) : index.valueKey(value);
  }

  /** Returns the shape of plan that walks this way. */
  PlanShape shape() {
    if (rows != null) {
      return PlanShape.ROW_WALK;
    }
    return sorted != null ? PlanShape.ORDER_WALK : PlanShape.VALUE_WALK;
  }
}
