package io.offerengine.internal.write;

import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.internal.segment.UsualIndexes;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Copies rows of other segments into new sealed segments, and indexes them.
 *
 * <p>Rows are sorted by the cluster field, rows without a value last, then by identifier. If there
 * are too many rows for one segment, several segments of nearly equal size hold them in this order.
 *
 * <p><b>Cost.</b> O(rows x columns), a sort of the rows, and a sort for each field with a
 * permutation; sorted runs of sealed sources are merged instead. Fields are independent of each
 * other: an executor may build some while the caller builds others.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class SegmentSealer {
  /** Fewer rows are sealed in less time than it takes other threads to wake up. */
  private static final int MIN_SHARED_ROWS = 16_384;

  private final Schema schema;
  private final @Nullable Executor executor;

  /**
   * Creates a sealer.
   *
   * @param executor may help with many rows; null for none
   */
  SegmentSealer(Schema schema, @Nullable Executor executor) {
    this.schema = schema;
    this.executor = executor;
  }

  /**
   * Returns sealed segments of some rows that were not sealed before. The buffers of a load lose
   * each column as soon as it was copied.
   *
   * @param maxRows the most rows of a segment
   */
  List<SealedSegment> seal(RowReferences rows, int maxRows) {
    WriteEvents.Sealed event = new WriteEvents.Sealed();
    event.begin();
    List<SealedSegment> segments = copy(rows, maxRows);
    event.rows = rows.size();
    event.segments = segments.size();
    event.commit();
    return segments;
  }

  /**
   * Returns sealed segments of the live rows of others. Tails among others are sealed first: only
   * sealed segments have orders that can be merged.
   *
   * @param maxRows the most rows of a segment
   */
  List<SealedSegment> merge(List<SegmentView> sources, int maxRows) {
    WriteEvents.Merged event = new WriteEvents.Merged();
    event.begin();
    RowReferences rows = new RowReferences(withoutTails(sources, maxRows));
    List<SealedSegment> merged = copy(rows, maxRows);
    event.sources = sources.size();
    event.rows = rows.size();
    event.segments = merged.size();
    event.commit();
    return merged;
  }

  /** Returns the sealed ones of some segments, and sealed copies of the live rows of the others. */
  List<SegmentView> withoutTails(List<SegmentView> views, int maxRows) {
    List<SegmentView> sealed = new ArrayList<>();
    List<SegmentView> tails = new ArrayList<>();
    views.forEach(view -> (view.segment() instanceof TailSegment ? tails : sealed).add(view));
    copy(new RowReferences(tails), maxRows).forEach(copy -> sealed.add(SegmentView.whole(copy)));
    return sealed;
  }

  private List<SealedSegment> copy(RowReferences rows, int maxRows) {
    rows.sort(schema.clusterField());
    List<SegmentBuilder> builders = partition(rows, maxRows);
    List<Runnable> gathering = new ArrayList<>();
    for (Field field : schema.columns()) {
      gathering.add(() -> {
        builders.forEach(builder -> builder.store(field));
        rows.dropBuffered(field);
      });
    }
    List<Runnable> computing = new ArrayList<>();
    for (Field field : UsualIndexes.fields(schema)) {
      for (SegmentBuilder builder : builders) {
        computing.add(() -> builder.compute(field));
      }
    }
    Executor helper = rows.size() < MIN_SHARED_ROWS ? null : executor;
    SharedTask.runAll(helper, gathering);
    SharedTask.runAll(helper, computing);
    return builders.stream().map(SegmentBuilder::build).toList();
  }

  private List<SegmentBuilder> partition(RowReferences rows, int maxRows) {
    int count = (rows.size() + maxRows - 1) / maxRows;
    List<SegmentBuilder> builders = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) rows.size() * i / count);
      int to = (int) ((long) rows.size() * (i + 1) / count);
      builders.add(rows.builder(schema, from, to));
    }
    return builders;
  }
}
