package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Storage order: the rows of a segment in one group, or in a group for each value of a first order
 * key of few values. The best value comes first, the rows without a value last. A scan reads each
 * group block by block, and intersects the bitmaps of each block.
 *
 * <p><b>Threads.</b> Confined to one query.
 *
 * @param values the index of the first order key; null for one group
 * @param bound what storage order says of the first order key, or of the second one if the groups
 *     are those of values; null if nothing
 * @param descending whether the greatest value comes first
 */
public record BlockOrder(
    @Nullable FieldIndex values, @Nullable ClusterBound bound, boolean descending)
    implements ScanOrder {

  @Override
  public PlanShape shape() {
    return values == null ? PlanShape.CLUSTERED_SCAN : PlanShape.GROUPED_SCAN;
  }

  /** Returns whether all rows are in one group, whose first keys storage order bounds. */
  public boolean isOneGroup() {
    return values == null;
  }

  /** Returns how many groups there are, that of the rows without a value included. */
  public int groups() {
    return values == null ? 1 : values.valueCount() + 1;
  }

  /**
   * Returns the first key of the rows of a value; the greatest key for the rows without a value.
   * Not for one group, whose rows have different first keys.
   */
  public long firstKey(int group) {
    if (isOfAbsence(group)) {
      return Long.MAX_VALUE;
    }
    long key = Objects.requireNonNull(values).valueKey(value(group));
    return descending ? ~key : key;
  }

  /**
   * Returns what storage order says of the rows of a group: of the first order key, or of the
   * second one if the group has a value of the first. Null if nothing.
   */
  public @Nullable ClusterBound bound(int group) {
    return isOfAbsence(group) ? null : bound;
  }

  /** Returns the clause that accepts the rows of a group; null if there is one group. */
  public @Nullable Clause rows(int group, Scratch scratch) {
    return values == null ? null : values.ofValue(value(group), scratch);
  }

  /** Returns the list of a group's rows, ascending, if they are few; null otherwise. */
  public @Nullable RowBatches listed(int group) {
    return values == null ? null : values.rareRows(value(group));
  }

  /** Returns whether a group has the rows without a value of the first order key. */
  private boolean isOfAbsence(int group) {
    return values != null && group == values.valueCount();
  }

  /** Returns the number of the value whose rows are a group. */
  private int value(int group) {
    return descending && !isOfAbsence(group) ? groups() - 2 - group : group;
  }
}
