package io.offerengine.internal.segment;

import io.offerengine.internal.column.KeyOrder;
import io.offerengine.schema.Field;
import java.util.Arrays;

/**
 * Rows of several segments, to be copied into sealed ones.
 *
 * <p><b>Layout.</b> Per row the number of its segment and its row there.
 *
 * <p><b>Threads.</b> Confined to the writer, or to one merge; a {@link #slice} may be read by any.
 */
final class RowReferences {
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

  /** Returns the rows in their segments, by index. */
  int[] rows() {
    return Arrays.copyOf(rowOf, size);
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
    if (isSorted(primary, secondary)) {
      return;
    }
    int[] bySecondary = KeyOrder.of(secondary);
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      keys[i] = primary[bySecondary[i]];
    }
    int[] order = KeyOrder.of(keys);
    int[] sortedSegments = new int[size];
    int[] sortedRows = new int[size];
    for (int i = 0; i < size; i++) {
      int place = bySecondary[order[i]];
      sortedSegments[i] = segmentOf[place];
      sortedRows[i] = rowOf[place];
    }
    segmentOf = sortedSegments;
    rowOf = sortedRows;
  }

  /** Rows of one segment come as they lie, and many a merge has only one. */
  private boolean isSorted(long[] primary, long[] secondary) {
    for (int i = 1; i < size; i++) {
      boolean less =
          primary[i] < primary[i - 1]
              || (primary[i] == primary[i - 1] && secondary[i] < secondary[i - 1]);
      if (less) {
        return false;
      }
    }
    return true;
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
