package io.offerengine.internal.saved;

import io.offerengine.query.OfferValues;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the searches of a segment that an offer satisfies now and did not satisfy before its
 * change.
 *
 * <p><b>Threads.</b> Confined to one match.
 */
final class SegmentMatch {
  final SearchSegment segment;

  /** The scratch memory of {@link ClusterMatch}. */
  final long[] block;

  private final LongConsumer sink;
  private final int removals;

  /** The intervals of the values now. */
  final Seen now;

  /** The intervals of the values before; null if there were none. */
  final @Nullable Seen before;

  /** The values of an offer as the segment divides them. */
  static final class Seen {
    final OfferValues values;
    private final SearchSegment segment;

    /** By slot: the interval plus one; 0 before it was asked for. */
    private final int[] intervals;

    Seen(OfferValues values, SearchSegment segment) {
      this.values = values;
      this.segment = segment;
      this.intervals = new int[segment.slots];
    }

    /** Returns the interval of a field in a cluster. */
    int interval(FieldIntervals field, int argumentsIndex) {
      int slot = field.slot(argumentsIndex);
      int known = intervals[slot];
      if (known == 0) {
        known = 1 + field.of(values, arguments(argumentsIndex));
        intervals[slot] = known;
      }
      return known - 1;
    }

    /** Returns whether a field has the same value in a cluster as another offer's values. */
    boolean agrees(Seen other, FieldIntervals field, int argumentsIndex) {
      return values.agrees(other.values, field.field(), arguments(argumentsIndex));
    }

    /** Returns the key that the ceilings of a cluster must not be below. */
    long ceilingKey(int argumentsIndex) {
      Field field = segment.ceilingField;
      if (field == null || (field.formula() != null && argumentsIndex < 0)) {
        return Long.MIN_VALUE;
      }
      Arguments arguments = arguments(argumentsIndex);
      return values.has(field, arguments)
          ? values.key(field, arguments)
          : SearchPredicate.NO_CEILING;
    }

    private @Nullable Arguments arguments(int index) {
      return index < 0 ? null : segment.arguments.get(index);
    }
  }

  /**
   * Creates a match.
   *
   * @param now the values of the offer
   * @param before the values before the change; null if every satisfied search is wanted
   * @param sink receives the identifiers
   * @param block scratch memory of {@link ClusterMatch#BLOCK} words
   */
  SegmentMatch(
      SearchVersion.View view,
      OfferValues now,
      @Nullable OfferValues before,
      LongConsumer sink,
      long[] block) {
    this.segment = view.segment();
    this.removals = view.removals();
    this.sink = sink;
    this.block = block;
    this.now = new Seen(now, segment);
    this.before = before == null ? null : new Seen(before, segment);
  }

  void run() {
    for (Map.Entry<AccessPath, Map<Object, Cluster[]>> each : segment.filed.entrySet()) {
      AccessPath path = each.getKey();
      Object key = path.keyOf(now.values);
      Cluster[] clusters = key == null ? null : each.getValue().get(key);
      if (key != null && clusters != null) {
        boolean wasThere = before != null && key.equals(path.keyOf(before.values));
        for (Cluster cluster : clusters) {
          run(cluster, wasThere ? before : null);
        }
      }
    }
  }

  /**
   * Finds the searches of a cluster.
   *
   * @param earlier the earlier values; null if they satisfied none of the cluster's searches
   */
  private void run(Cluster cluster, @Nullable Seen earlier) {
    long ceiling = now.ceilingKey(cluster.argumentsIndex());
    long earlierCeiling =
        earlier == null ? Long.MAX_VALUE : earlier.ceilingKey(cluster.argumentsIndex());
    int end = segment.prefixEnd(cluster, ceiling);
    if (cluster.bitmaps().length > 0 && end > cluster.from()) {
      new ClusterMatch(this, cluster, end, earlier, earlierCeiling).run();
      return;
    }
    for (int row = cluster.from(); row < end; row++) {
      check(row, earlier, earlierCeiling);
    }
  }

  /** Reports the search of a row if the offer satisfies it and did not before. */
  void check(int row, @Nullable Seen earlier, long earlierCeiling) {
    boolean isNew =
        segment.accepts(row, now.values, Long.MIN_VALUE)
            && (earlier == null || !segment.accepts(row, earlier.values, earlierCeiling));
    if (isNew) {
      report(row);
    }
  }

  /** Reports the search of a row unless it was removed. */
  void report(int row) {
    if (segment.isLive(row, removals)) {
      sink.accept(segment.ids[row]);
    }
  }
}
