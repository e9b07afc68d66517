package io.offerengine.internal.saved;

import io.offerengine.internal.column.Bits;
import io.offerengine.query.OfferValues;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.List;
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
  private static final int BLOCK = 64;

  private final SearchSegment segment;
  private final LongConsumer sink;

  /** How many rows of the segment were removed before the version that is matched. */
  private final int removed;

  /** The intervals of the values now. */
  private final Seen now;

  /** The intervals of the values before; null if there were none. */
  private final @Nullable Seen before;

  /** The values of an offer as the segment divides them. */
  private final class Seen {
    private final OfferValues values;

    /** By slot: the interval plus one; 0 before it was asked for. */
    private final int[] intervals = new int[segment.slots];

    Seen(OfferValues values) {
      this.values = values;
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
   */
  SegmentMatch(
      SearchVersion.View view, OfferValues now, @Nullable OfferValues before, LongConsumer sink) {
    this.segment = view.segment();
    this.removed = view.removed();
    this.sink = sink;
    this.now = new Seen(now);
    this.before = before == null ? null : new Seen(before);
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
      new ClusterMatch(cluster, end, earlier, earlierCeiling).run();
      return;
    }
    for (int row = cluster.from(); row < end; row++) {
      check(row, earlier, earlierCeiling);
    }
  }

  /** Reports the search of a row if the offer satisfies it and did not before. */
  private void check(int row, @Nullable Seen earlier, long earlierCeiling) {
    boolean isNew =
        segment.accepts(row, now.values, Long.MIN_VALUE)
            && (earlier == null || !segment.accepts(row, earlier.values, earlierCeiling));
    if (isNew) {
      report(row);
    }
  }

  /** Reports the search of a row unless it was removed. */
  private void report(int row) {
    if (segment.removals.isLive(row, removed)) {
      sink.accept(segment.ids[row]);
    }
  }

  /**
   * Finds the searches of a cluster by intersecting the bitmaps of an offer's intervals, {@value
   * #BLOCK} words at a time. Rows for which the bitmaps are not certain are checked one by one.
   *
   * <p>A search that newly matches was refused before by its ceiling or by a condition on a value
   * that has changed. So the intersection starts from the rows that the earlier values may refuse:
   * those beyond the prefix of the earlier ceiling, and those that are missing in a bitmap of an
   * earlier value.
   */
  private final class ClusterMatch {
    private final Cluster cluster;
    private final @Nullable Seen earlier;
    private final long earlierCeiling;

    /** The end of the rows whose ceilings accept the offer, from the first row of the cluster. */
    private final int end;

    /** The end of the rows whose ceilings accepted the earlier values. */
    private final int earlierEnd;

    /** What the earlier values picked, of fields for which they may have refused a search. */
    private final List<Pick> changed = new ArrayList<>();

    /** What the values now pick; the bitmap with the fewest rows is first. */
    private final Pick[] picked;

    /** The bitmaps of a field that a value picks, by their numbers. */
    private record Pick(FieldBitmaps field, int possible, int certain) {
      boolean isExact() {
        return possible == certain;
      }

      int count() {
        return field.count(possible);
      }
    }

    ClusterMatch(Cluster cluster, int end, @Nullable Seen earlier, long earlierCeiling) {
      this.cluster = cluster;
      this.end = end - cluster.from();
      this.earlier = earlier;
      this.earlierCeiling = earlierCeiling;
      this.earlierEnd =
          earlier == null ? 0 : segment.prefixEnd(cluster, earlierCeiling) - cluster.from();
      this.picked = new Pick[cluster.bitmaps().length];
    }

    void run() {
      if (earlier != null) {
        findChanges(earlier);
      }
      boolean isBeyond = changed.isEmpty() && cluster.residual().length == 0;
      if (isBeyond && earlierEnd >= end) {
        return;
      }
      pick();
      if (picked[0].count() == 0) {
        return;
      }
      int from = isBeyond ? earlierEnd >>> 6 : 0;
      int to = Bits.wordCount(end);
      long[] block = new long[Math.min(BLOCK, to - from)];
      for (int first = from; first < to; first += BLOCK) {
        int size = Math.min(BLOCK, to - first);
        start(block, first, size);
        for (int i = 0; i < picked.length && Bits.firstUsed(block, 0, size) < size; i++) {
          picked[i].field.and(picked[i].possible, first, block, size);
        }
        reportBlock(block, first, size);
      }
    }

    private void findChanges(Seen values) {
      int arguments = cluster.argumentsIndex();
      for (FieldBitmaps field : cluster.bitmaps()) {
        FieldIntervals intervals = field.intervals();
        int interval = values.interval(intervals, arguments);
        int possible = field.possible(interval);
        int certain = field.certain(interval);
        boolean isSame =
            possible == certain
                ? possible == field.possible(now.interval(intervals, arguments))
                : now.agrees(values, intervals, arguments);
        if (!isSame) {
          changed.add(new Pick(field, possible, certain));
        }
      }
    }

    private void pick() {
      for (int i = 0; i < picked.length; i++) {
        FieldBitmaps field = cluster.bitmaps()[i];
        int interval = now.interval(field.intervals(), cluster.argumentsIndex());
        Pick after = new Pick(field, field.possible(interval), field.certain(interval));
        picked[i] = after;
        if (after.count() < picked[0].count()) {
          picked[i] = picked[0];
          picked[0] = after;
        }
      }
    }

    /** Fills a block with the rows that may have refused the earlier values. */
    private void start(long[] block, int first, int size) {
      for (int i = 0; i < size; i++) {
        block[i] = refused(first + i, false) | cluster.residualOf(first + i);
      }
      if ((first + size) << 6 > end) {
        block[size - 1] &= -1L >>> -end;
      }
    }

    /**
     * Returns the rows whose ceilings or conditions on changed values refused the earlier values.
     *
     * @param isCertain false to add the rows that may have refused them
     */
    private long refused(int word, boolean isCertain) {
      int row = word << 6;
      long rows = row >= earlierEnd ? -1L : row + Long.SIZE <= earlierEnd ? 0 : -1L << earlierEnd;
      for (int i = 0; i < changed.size() && rows != -1L; i++) {
        Pick before = changed.get(i);
        rows |= ~before.field.word(isCertain ? before.possible : before.certain, word);
      }
      return rows;
    }

    private void reportBlock(long[] block, int first, int size) {
      for (int i = Bits.firstUsed(block, 0, size); i < size; i++) {
        long rows = block[i];
        if (rows == 0) {
          continue;
        }
        long sure = certainRows(first + i);
        int row = cluster.from() + ((first + i) << 6);
        for (; rows != 0; rows &= rows - 1) {
          int bit = Long.numberOfTrailingZeros(rows);
          if ((sure >>> bit & 1) != 0) {
            report(row + bit);
          } else {
            check(row + bit, earlier, earlierCeiling);
          }
        }
      }
    }

    /** Returns the rows for which possible bitmaps decide. */
    private long certainRows(int word) {
      long rows = refused(word, true) & ~cluster.residualOf(word);
      for (Pick each : picked) {
        rows &= each.isExact() ? -1L : each.field.word(each.certain, word);
      }
      return rows;
    }
  }
}
