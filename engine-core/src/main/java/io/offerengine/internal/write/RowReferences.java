package io.offerengine.internal.write;

import io.offerengine.internal.column.KeyOrder;
import io.offerengine.internal.column.SortedRuns;
import io.offerengine.internal.segment.Segment;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of several segments, to be copied into sealed ones.
 *
 * <p><b>Layout.</b> Per row the number of its segment and its row there.
 *
 * <p><b>Threads.</b> Confined to the writer, or to one merge; a {@link #slice} may be read by any.
 */
final class RowReferences {
  /** So many sorted runs are merged; the rows of more are sorted. */
  private static final int FEW_RUNS = 16;

  private final Segment[] segments;
  private int[] segmentOf;
  private int[] rowOf;
  private int size;

  /** By segment, in a slice: the rows that are its own, and their places. */
  private final int[][] rowsBySegment;

  private final int[][] placesBySegment;

  RowReferences(Segment[] segments, int capacity) {
    this(segments, new int[capacity], new int[capacity], 0);
  }

  private RowReferences(Segment[] segments, int[] segmentOf, int[] rowOf, int size) {
    this.segments = segments;
    this.segmentOf = segmentOf;
    this.rowOf = rowOf;
    this.size = size;
    this.rowsBySegment = new int[segments.length][];
    this.placesBySegment = new int[segments.length][];
  }

  void add(int segment, int row) {
    segmentOf[size] = segment;
    rowOf[size] = row;
    size++;
  }

  int size() {
    return size;
  }

  int segmentCount() {
    return segments.length;
  }

  Segment segment(int index) {
    return segments[segmentOf[index]];
  }

  int row(int index) {
    return rowOf[index];
  }

  /** Returns the rows of one segment, ascending where they are in order; only of a slice. */
  int[] rows(int segment) {
    return rowsBySegment[segment];
  }

  /** Returns the number of a row's segment. */
  int segmentOf(int index) {
    return segmentOf[index];
  }

  /** Returns the segment of a number. */
  Segment source(int segment) {
    return segments[segment];
  }

  /** Drops each row after which one of the same identifier was added. */
  void keepLast(long[] ids) {
    int[] order = KeyOrder.of(ids);
    boolean[] isDropped = new boolean[size];
    for (int i = 1; i < size; i++) {
      isDropped[order[i - 1]] = ids[order[i - 1]] == ids[order[i]];
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      segmentOf[kept] = segmentOf[i];
      rowOf[kept] = rowOf[i];
      kept += isDropped[i] ? 0 : 1;
    }
    size = kept;
  }

  /** Sorts by two keys per row, given by place. */
  void sort(long[] primary, long[] secondary) {
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
   * Returns the runs that are sorted, at most one more than a few: those of sealed segments are.
   */
  private List<int[]> runs(long[] primary, long[] secondary) {
    List<int[]> runs = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= size && runs.size() <= FEW_RUNS; i++) {
      if (i == size || isBefore(primary, secondary, i, i - 1)) {
        int[] run = new int[i - start];
        for (int place = start; place < i; place++) {
          run[place - start] = place;
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

  /** Returns a copy of the rows from {@code from} up to, not including, {@code to}. */
  RowReferences slice(int from, int to) {
    RowReferences slice =
        new RowReferences(
            segments,
            Arrays.copyOfRange(segmentOf, from, to),
            Arrays.copyOfRange(rowOf, from, to),
            to - from);
    slice.group();
    return slice;
  }

  private void group() {
    int[] counts = new int[segments.length];
    for (int segment : segmentOf) {
      counts[segment]++;
    }
    for (int segment = 0; segment < counts.length; segment++) {
      rowsBySegment[segment] = new int[counts[segment]];
      placesBySegment[segment] = new int[counts[segment]];
      counts[segment] = 0;
    }
    for (int place = 0; place < size; place++) {
      int segment = segmentOf[place];
      rowsBySegment[segment][counts[segment]] = rowOf[place];
      placesBySegment[segment][counts[segment]++] = place;
    }
  }

  /** Returns the values of a field as numbers, NaN where absent; only of a slice. */
  double[] numbers(Field field) {
    double[] target = new double[size];
    for (int segment = 0; segment < segments.length; segment++) {
      int[] rows = rowsBySegment[segment];
      int[] places = placesBySegment[segment];
      double[] values = segments.length == 1 ? target : new double[rows.length];
      segments[segment].numeric(field).numbers(rows, rows.length, values);
      for (int i = 0; i < rows.length && segments.length > 1; i++) {
        target[places[i]] = values[i];
      }
    }
    return target;
  }

  /** Returns the keys of a numeric field, and a number that stands for absence; only of a slice. */
  long[] keysOr(Field field, long absent) {
    long[] target = new long[size];
    for (int segment = 0; segment < segments.length; segment++) {
      int[] rows = rowsBySegment[segment];
      int[] places = placesBySegment[segment];
      long[] keys = segments.length == 1 ? target : new long[rows.length];
      segments[segment].numeric(field).keysOr(rows, rows.length, absent, keys);
      for (int i = 0; i < rows.length && segments.length > 1; i++) {
        target[places[i]] = keys[i];
      }
    }
    return target;
  }

  /**
   * Returns the codes of the rows of one segment, in their order; only of a slice.
   *
   * @param segment the segment's number
   */
  int[] codes(Field field, int segment) {
    int[] rows = rowsBySegment[segment];
    int[] codes = new int[rows.length];
    segments[segment].text(field).codes(rows, rows.length, codes);
    return codes;
  }

  /** Returns the places of the rows of one segment, ascending; only of a slice. */
  int[] places(int segment) {
    return placesBySegment[segment];
  }
}
