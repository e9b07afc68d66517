package io.offerengine.internal.segment;

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

  /** Returns a copy of the rows from {@code from} up to, not including, {@code to}. */
  RowReferences slice(int from, int to) {
    RowReferences slice = new RowReferences(segments, 0);
    slice.segmentOf = Arrays.copyOfRange(segmentOf, from, to);
    slice.rowOf = Arrays.copyOfRange(rowOf, from, to);
    slice.size = to - from;
    return slice;
  }
}
