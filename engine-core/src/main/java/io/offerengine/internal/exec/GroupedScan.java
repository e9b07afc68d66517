package io.offerengine.internal.exec;

import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.plan.OrderAccess;

/**
 * A walk over a segment a value of the first key at a time, the best value first.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class GroupedScan implements SegmentScan {
  private final ClusteredScan rows;
  private final OrderAccess order;
  private final FieldIndex values;
  private int taken;

  GroupedScan(ClusteredScan rows, OrderAccess order, FieldIndex values) {
    this.rows = rows;
    this.order = order;
    this.values = values;
  }

  @Override
  public boolean hasNext() {
    return taken <= values.valueCount();
  }

  @Override
  public long nextFirst() {
    return taken == values.valueCount() ? Long.MAX_VALUE : order.valueFirst(values, value());
  }

  /** Returns the number of the value that comes next; absence comes last. */
  private int value() {
    int count = values.valueCount();
    return order.descending() && taken < count ? count - 1 - taken : taken;
  }

  /** Returns whether a value was walked. */
  boolean hasTaken(int value) {
    int count = values.valueCount();
    return (order.descending() && value < count ? count - 1 - value : value) < taken;
  }

  @Override
  public void walkOn(TopKCollector top) {
    if (rows.readsAgain() && rows.gathers(values, this)) {
      taken = values.valueCount() + 1;
      return;
    }
    rows.walkValue(values, value());
    taken++;
  }
}
