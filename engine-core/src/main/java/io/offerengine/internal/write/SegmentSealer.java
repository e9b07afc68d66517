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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies rows of other segments into new sealed segments. If all sources are sealed, their columns
 * and indexes are combined instead of being built again.
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
   * Returns sealed segments of some rows that were not sealed before.
   *
   * @param maxRows the most rows of a segment
   */
  List<SealedSegment> seal(RowReferences rows, int maxRows) {
    return seal(rows, maxRows, field -> {});
  }

  /**
   * Returns sealed segments of some rows that were not sealed before.
   *
   * @param maxRows the most rows of a segment
   * @param copied receives each field as soon as its values were copied, on any thread
   */
  List<SealedSegment> seal(RowReferences rows, int maxRows, Consumer<Field> copied) {
    SealEvent event = new SealEvent();
    event.begin();
    List<SealedSegment> segments = copy(rows, maxRows, copied);
    event.rows = rows.size();
    event.segments = segments.size();
    event.commit();
    return segments;
  }

  /** Returns the sealed ones of some segments, and sealed copies of the live rows of the others. */
  List<SegmentView> withoutTails(List<SegmentView> views, int maxRows) {
    List<SegmentView> sealed = new ArrayList<>();
    List<SegmentView> tails = new ArrayList<>();
    views.forEach(view -> (view.segment() instanceof TailSegment ? tails : sealed).add(view));
    copy(new RowReferences(tails), maxRows).forEach(copy -> sealed.add(SegmentView.whole(copy)));
    return sealed;
  }

  /**
   * Returns sealed segments of some rows, at most {@code maxRows} each and of nearly equal size.
   */
  List<SealedSegment> copy(RowReferences rows, int maxRows) {
    return copy(rows, maxRows, field -> {});
  }

  private List<SealedSegment> copy(RowReferences rows, int maxRows, Consumer<Field> copied) {
    rows.sort(schema.clusterField());
    List<SegmentBuilder> builders = partition(rows, maxRows);
    List<Runnable> gathering = new ArrayList<>();
    for (Field field : schema.columns()) {
      gathering.add(() -> {
        builders.forEach(builder -> builder.store(field));
        copied.accept(field);
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
      builders.add(new SegmentBuilder(schema, rows.sources(from, to)));
    }
    return builders;
  }
}
