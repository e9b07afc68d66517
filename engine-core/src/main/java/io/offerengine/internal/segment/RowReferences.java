package io.offerengine.internal.segment;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Rows of several segments, to be copied into sealed ones.
 *
 * <p><b>Layout.</b> Per row the number of its segment and its row there.
 *
 * <p><b>Threads.</b> Confined to the writer, or to one merge.
 */
final class RowReferences {
  private final Segment[] segments;
  private int[] segmentOf;
  private int[] rowOf;
  private int size;

  RowReferences(Segment[] segments, int capacity) {
    this.segments = segments;
    this.segmentOf = new int[capacity];
    this.rowOf = new int[capacity];
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

  int segmentNumber(int index) {
    return segmentOf[index];
  }

  int row(int index) {
    return rowOf[index];
  }

  /** Sorts by two keys per row, given by place. */
  void sort(long[] primary, long[] secondary) {
    if (isSorted(primary, secondary)) {
      return;
    }
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = i;
    }
    LongArrays.radixSortIndirect(order, primary, secondary, false);
    int[] sortedSegments = new int[size];
    int[] sortedRows = new int[size];
    for (int i = 0; i < size; i++) {
      sortedSegments[i] = segmentOf[order[i]];
      sortedRows[i] = rowOf[order[i]];
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

  /** Returns a field's column in each of the segments, by their number. */
  NumericColumn[] numeric(Field field) {
    NumericColumn[] columns = new NumericColumn[segments.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = segments[i].numeric(field);
    }
    return columns;
  }

  /** Returns a copy of the rows from {@code from} up to, not including, {@code to}. */
  RowReferences slice(int from, int to) {
    RowReferences slice = new RowReferences(segments, 0);
    slice.segmentOf = Arrays.copyOfRange(segmentOf, from, to);
    slice.rowOf = Arrays.copyOfRange(rowOf, from, to);
    slice.size = to - from;
    return slice;
  }
}
