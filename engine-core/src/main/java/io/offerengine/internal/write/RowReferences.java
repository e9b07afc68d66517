package io.offerengine.internal.write;

import io.offerengine.internal.column.KeyOrder;
import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.column.SortedRuns;
import io.offerengine.internal.merge.RowLocations;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A list of rows of several segments that sealed segments will copy.
 *
 * <p><b>Layout.</b> The location of each row, in which segments are numbered from 0 on.
 *
 * <p><b>Threads.</b> Confined to the writer, or to one merge.
 */
final class RowReferences {
  /** Up to so many sorted runs are merged; more are sorted. */
  private static final int FEW_RUNS = 16;

  private final Segment[] segments;
  private long[] locations;
  private int size;

  /** Lists the live rows of some segments. */
  RowReferences(List<SegmentView> views) {
    int live = views.stream().mapToInt(SegmentView::liveCount).sum();
    this.segments = views.stream().map(SegmentView::segment).toArray(Segment[]::new);
    this.locations = new long[live];
    for (int segment = 0; segment < segments.length; segment++) {
      SegmentView view = views.get(segment);
      for (int row = 0; row < view.size(); row++) {
        if (view.live().isLive(row)) {
          locations[size++] = RowLocations.at(segment, row);
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

  private Segment segment(int position) {
    return segments[RowLocations.serial(locations[position])];
  }

  private int row(int position) {
    return RowLocations.row(locations[position]);
  }

  private long[] ids() {
    long[] ids = new long[size];
    Arrays.setAll(ids, i -> segment(i).id(row(i)));
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
      locations[left] = locations[i];
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
      primary[i] = segment(i).numeric(field).keyOr(row(i), Long.MAX_VALUE);
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
    long[] unsorted = locations;
    locations = Arrays.stream(order).mapToLong(position -> unsorted[position]).toArray();
  }

  private static int[] order(long[] primary, long[] secondary) {
    int[] bySecondary = KeyOrder.of(secondary);
    long[] keys = Arrays.stream(bySecondary).mapToLong(position -> primary[position]).toArray();
    return Arrays.stream(KeyOrder.of(keys)).map(rank -> bySecondary[rank]).toArray();
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
        runs.add(IntStream.range(start, i).toArray());
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
    IntArrayList[] newRows = new IntArrayList[segments.length];
    Arrays.setAll(newRows, segment -> new IntArrayList());
    for (int i = from; i < to; i++) {
      newRows[RowLocations.serial(locations[i])].add(i - from);
    }
    List<Segment> used = new ArrayList<>();
    List<RowMap> maps = new ArrayList<>();
    for (int segment = 0; segment < segments.length; segment++) {
      int[] copies = newRows[segment].toIntArray();
      if (copies.length > 0) {
        used.add(segments[segment]);
        int[] rows = Arrays.stream(copies).map(copy -> row(from + copy)).toArray();
        maps.add(new RowMap(rows, segments[segment].size(), copies));
      }
    }
    return new SegmentBuilder(schema, used, new RowMaps(maps, to - from));
  }
}
