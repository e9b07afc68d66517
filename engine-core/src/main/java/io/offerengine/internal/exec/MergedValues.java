package io.offerengine.internal.exec;

import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.plan.OrderAccess;
import java.util.List;

/**
 * Walks through several segments, a value of the first key at a time: the best value of all
 * segments first, so that no segment's worse rows are looked at before another's better ones.
 *
 * <p><b>Cost.</b> O(segments) for each value of each segment, besides the walks.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class MergedValues {
  private final TopRows top;
  private final PlanRunner runner;
  private final List<Walk> walks;

  /** A segment and how far its values were walked. */
  static final class Walk {
    private final int segment;
    private final RowWalk rows;
    private final OrderAccess order;
    private final FieldIndex values;
    private int taken;
    private long examined;

    Walk(int segment, RowWalk rows, OrderAccess order, FieldIndex values) {
      this.segment = segment;
      this.rows = rows;
      this.order = order;
      this.values = values;
    }

    int segment() {
      return segment;
    }

    long rowsExamined() {
      return examined;
    }

    private boolean hasNext() {
      return taken <= values.valueCount();
    }

    /** Returns the number of the value that comes next; absence comes last. */
    private int value() {
      int count = values.valueCount();
      return order.descending() && taken < count ? count - 1 - taken : taken;
    }

    private long first() {
      return taken == values.valueCount() ? Long.MAX_VALUE : order.valueFirst(values, value());
    }
  }

  MergedValues(List<Walk> walks, TopRows top, PlanRunner runner) {
    this.walks = walks;
    this.top = top;
    this.runner = runner;
  }

  /** Offers the rows until no better one can come. */
  void run() {
    while (true) {
      Walk best = null;
      for (int i = 0; i < walks.size(); i++) {
        Walk walk = walks.get(i);
        if (walk.hasNext() && (best == null || walk.first() < best.first())) {
          best = walk;
        }
      }
      if (best == null || (top.isFull() && best.first() > top.cutoff())) {
        return;
      }
      long examinedBefore = runner.rowsExamined();
      top.turnTo(best.segment);
      best.rows.walkValue(best.values, best.value());
      best.taken++;
      best.examined += runner.rowsExamined() - examinedBefore;
    }
  }
}
