package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.SortKey;
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
 * @param scale bounds the first key by what the rows are sorted by; null where that is the key
 * @param range the condition on the first key, where it is one run of ranks; null otherwise
 * @param values the index of a first key of few values; null for another
 * @param withinValue what the order of rows says of the second key; null when nothing
 * @param descending whether the greatest first key comes first
 */
public record OrderAccess(
    @Nullable RowBound rows,
    @Nullable SortedPermutation sorted,
    @Nullable RatioBounds scale,
    @Nullable RangeClause range,
    @Nullable FieldIndex values,
    @Nullable RowBound withinValue,
    boolean descending) {
  /** Rows that are walked as they lie, in bitmaps, in the time that one of a permutation takes. */
  private static final int ROWS_PER_RANK = 16;

  /**
   * Returns the way to walk a segment; null when there is none.
   *
   * @param expected how many rows in order are expected to be walked
   * @param fewOfAll whether every row matches, and the rows wanted are no more than a word has
   */
  static @Nullable OrderAccess of(
      List<SortKey> order,
      SealedSegment segment,
      SegmentReader reader,
      List<Clause> indexed,
      double expected,
      boolean fewOfAll) {
    SortKey first = order.get(0);
    Field field = first.field();
    boolean descending = first.isDescending();
    boolean stored = field.formula() == null && field.slot() >= 0;
    FieldIndex index =
        stored
            ? segment.index(field)
            : segment.materializedIndex(field, reader.materializedLookup());
    boolean isSortable = field.type().isNumeric() && !field.isAbsentAsFalse();
    SortedPermutation sorted = index == null || !isSortable ? null : index.permutation();
    if (sorted != null && fewOfAll) {
      return byRank(sorted, indexed, descending);
    }
    RatioBounds scale = index == null ? segment.ratioBounds(field, reader) : null;
    RowBound rows = RowBound.of(first, segment, reader.arguments());
    if (scale != null && (rows == null || isShorter(scale, rows, expected, descending))) {
      return new OrderAccess(
          null, scale.index().permutation(), scale, null, null, null, descending);
    }
    if (rows != null) {
      return new OrderAccess(rows, null, null, null, null, null, descending);
    }
    if (sorted != null) {
      return byRank(sorted, indexed, descending);
    }
    if (index == null || !isSortable || index.valueCount() == 0) {
      return null;
    }
    RowBound second =
        order.size() < 2 ? null : RowBound.of(order.get(1), segment, reader.arguments());
    return new OrderAccess(null, null, null, null, index, second, descending);
  }

  private static OrderAccess byRank(
      SortedPermutation sorted, List<Clause> indexed, boolean descending) {
    return new OrderAccess(null, sorted, null, rangeOn(sorted, indexed), null, null, descending);
  }

  private static boolean isShorter(
      RatioBounds scale, RowBound rows, double expected, boolean descending) {
    long cutoff = scale.cutoff((int) expected, descending);
    return (long) ROWS_PER_RANK * scale.rowsWithin(cutoff, descending)
        < rows.rowsWithin(descending ? ~cutoff : cutoff);
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
