package io.offerengine.internal.plan;

import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.NumericStatistics;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SearchSlots;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Field;
import io.offerengine.schema.SortKey;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of the first order key of whole segments, from statistics and from declared monotonicity.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class FirstKeyBounds {
  private final List<SortKey> order;
  private final PageStart start;
  private final SearchSlots slots;

  /**
   * Creates the bounds of a search.
   *
   * @param order empty for rows in no particular order
   */
  FirstKeyBounds(List<SortKey> order, PageStart start, SearchSlots slots) {
    this.order = order;
    this.start = start;
    this.slots = slots;
  }

  /**
   * Returns a bound of the first keys of the rows that a segment has for the page: none has a
   * lesser key. {@link ClusterBound#NONE} if no bound is known.
   */
  public long best(SegmentView view) {
    long best = bestOfAll(view);
    return best == ClusterBound.NONE ? best : Math.max(best, start.first());
  }

  /** Returns whether all rows of a segment rank behind the start of the page. */
  public boolean isBehindStart(SegmentView view) {
    return bestOfAll(view) > start.first();
  }

  /** Returns whether all rows of a segment rank before the start of the page. */
  boolean isBeforeStart(SegmentView view) {
    NumericStatistics bounds = start.isOfFirstPage() ? null : bounds(view);
    if (bounds == null || bounds.present() < bounds.rows()) {
      return false;
    }
    return (order.get(0).isDescending() ? ~bounds.low() : bounds.high()) < start.first();
  }

  private long bestOfAll(SegmentView view) {
    NumericStatistics bounds = bounds(view);
    if (bounds == null || bounds.present() == 0) {
      return ClusterBound.NONE;
    }
    return order.get(0).isDescending() ? ~bounds.high() : bounds.low();
  }

  /** Returns the statistics of the first order key; null if none are known. */
  private @Nullable NumericStatistics bounds(SegmentView view) {
    if (order.isEmpty() || !(view.segment() instanceof SealedSegment segment)) {
      return null;
    }
    Field field = order.get(0).field();
    if (!field.type().hasIntegerKeys() || field.isAbsentAsFalse()) {
      return null;
    }
    FieldIndex index = segment.index(field, slots);
    return index == null
        ? ComputedBounds.of(Objects.requireNonNull(field.formula()), segment, slots.arguments())
        : index.statistics();
  }
}
