package io.offerengine.internal.write;

import io.offerengine.internal.column.KeyOrder;
import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.column.SortedRuns;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of rows of several segments that sealed segments will copy.
 *
 * <p><b>Layout.</b> For each row the number of its segment, and its row in that segment.
 *
 * <p><b>Threads.</b> Confined to the writer, or to one merge.
 */
final class RowReferences {
  /** Up to so many sorted runs are merged; more are sorted. */
  private static final int FEW_RUNS = 16;

  private final Segment[] segments;
  private int[] segmentOf;
  private int[] rowOf;
  private int size;

  /** Lists the live rows of some segments. */
  RowReferences(List<SegmentView> views) {
    int live = views.stream().mapToInt(SegmentView::liveCount).sum();
    this.segments = views.stream().map(SegmentView::segment).toArray(Segment[]::new);
    this.segmentOf = new int[live];
    this.rowOf = new int[live];
    for (int segment = 0; segment < segments.length; segment++) {
      SegmentView view = views.get(segment);
      for (int row = 0; row < view.size(); row++) {
        if (view.live().isLive(row)) {
          segmentOf[size] = segment;
          rowOf[size++] = row;
        }
      }
    }
  }

  int size() {
    return size;
  }

  /** Frees the memory of a field in the buffers among the segments, after it was copied. */
  void dropBuffered(Field field) {
    for (Segment segment : segments) {
      if (segment instanceof TailSegment tail) {
        tail.dropBuffered(field);
      }
    }
  }

  private long[] ids() {
    long[] ids = new long[size];
    for (int i = 0; i < size; i++) {
      ids[i] = segments[segmentOf[i]].id(rowOf[i]);
    }
    return ids;
  }

  /** Drops each row whose identifier a later row has, too. */
  void keepLast() {
    long[] ids = ids();
    int[] order = KeyOrder.of(ids);
    boolean[] isDropped = new boolean[size];
    for (int i = 1; i < size; i++) {
      isDropped[order[i - 1]] = ids[order[i - 1]] == ids[order[i]];
    }
    int left = 0;
    for (int i = 0; i < size; i++) {
      segmentOf[left] = segmentOf[i];
      rowOf[left] = rowOf[i];
      left += isDropped[i] ? 0 : 1;
    }
    size = left;
  }

  /** Sorts by a field, rows without a value last, then by identifier; null for no field. */
  void sort(@Nullable Field field) {
    if (segments.length == 1 && segments[0] instanceof SealedSegment) {
      return;
    }
    long[] primary = new long[size];
    for (int i = 0; i < size && field != null; i++) {
      primary[i] = segments[segmentOf[i]].numeric(field).keyOr(rowOf[i], Long.MAX_VALUE);
    }
    sort(primary, ids());
  }

  private void sort(long[] primary, long[] secondary) {
    List<int[]> runs = runs(primary, secondary);
    if (runs.size() <= 1) {
      return;
    }
    int[] order =
        runs.size() <= FEW_RUNS
            ? SortedRuns.merge(runs, (left, right) -> isBefore(primary, secondary, left, right))
            : order(primary, secondary);
    int[] sortedSegments = new int[size];
    int[] sortedRows = new int[size];
    for (int i = 0; i < size; i++) {
      sortedSegments[i] = segmentOf[order[i]];
      sortedRows[i] = rowOf[order[i]];
    }
    segmentOf = sortedSegments;
    rowOf = sortedRows;
  }

  private int[] order(long[] primary, long[] secondary) {
    int[] bySecondary = KeyOrder.of(secondary);
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      keys[i] = primary[bySecondary[i]];
    }
    int[] order = KeyOrder.of(keys);
    for (int i = 0; i < size; i++) {
      order[i] = bySecondary[order[i]];
    }
    return order;
  }

  /**
   * Returns the sorted runs of the list, at most {@link #FEW_RUNS} and one more. The rows of a
   * sealed segment are one run.
   */
  private List<int[]> runs(long[] primary, long[] secondary) {
    List<int[]> runs = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= size && runs.size() <= FEW_RUNS; i++) {
      if (i == size || isBefore(primary, secondary, i, i - 1)) {
        int[] run = new int[i - start];
        for (int position = start; position < i; position++) {
          run[position - start] = position;
        }
        runs.add(run);
        start = i;
      }
    }
    return runs;
  }

  private static boolean isBefore(long[] primary, long[] secondary, int left, int right) {
    return primary[left] < primary[right]
        || (primary[left] == primary[right] && secondary[left] < secondary[right]);
  }

  /** Starts a segment of the rows from {@code from} up to, not including, {@code to}. */
  SegmentBuilder builder(Schema schema, int from, int to) {
    int[] counts = new int[segments.length];
    for (int i = from; i < to; i++) {
      counts[segmentOf[i]]++;
    }
    int[][] rows = new int[segments.length][];
    int[][] newRows = new int[segments.length][];
    for (int segment = 0; segment < segments.length; segment++) {
      rows[segment] = new int[counts[segment]];
      newRows[segment] = new int[counts[segment]];
      counts[segment] = 0;
    }
    for (int i = from; i < to; i++) {
      int segment = segmentOf[i];
      rows[segment][counts[segment]] = rowOf[i];
      newRows[segment][counts[segment]++] = i - from;
    }
    List<Segment> used = new ArrayList<>();
    List<RowMap> maps = new ArrayList<>();
    for (int segment = 0; segment < segments.length; segment++) {
      if (counts[segment] > 0) {
        used.add(segments[segment]);
        maps.add(new RowMap(rows[segment], segments[segment].size(), newRows[segment]));
      }
    }
    return new SegmentBuilder(schema, used, new RowMaps(maps, to - from));
  }
}
