package io.offerengine.internal.segment;

import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

  /** The rows of each segment, once they are asked for, when all are added and sorted. */
  private final int[] @Nullable [] rowsBySegment;

  RowReferences(Segment[] segments, int capacity) {
    this.segments = segments;
    this.segmentOf = new int[capacity];
    this.rowOf = new int[capacity];
    this.rowsBySegment = new int[segments.length][];
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

  /** Returns the values of a field as numbers, NaN where absent. */
  double[] numbers(Field field) {
    double[] target = new double[size];
    for (int segment = 0; segment < segments.length; segment++) {
      int[] rows = rowsOf(segment);
      double[] values = segments.length == 1 ? target : new double[rows.length];
      segments[segment].numeric(field).numbers(rows, rows.length, values);
      if (segments.length > 1) {
        int next = 0;
        for (int i = 0; i < size; i++) {
          if (segmentOf[i] == segment) {
            target[i] = values[next++];
          }
        }
      }
    }
    return target;
  }

  /** Returns the keys of a numeric field, and a number that stands for absence. */
  long[] keysOr(Field field, long absent) {
    long[] target = new long[size];
    for (int segment = 0; segment < segments.length; segment++) {
      int[] rows = rowsOf(segment);
      long[] keys = segments.length == 1 ? target : new long[rows.length];
      segments[segment].numeric(field).keysOr(rows, rows.length, absent, keys);
      if (segments.length > 1) {
        int next = 0;
        for (int i = 0; i < size; i++) {
          if (segmentOf[i] == segment) {
            target[i] = keys[next++];
          }
        }
      }
    }
    return target;
  }

  /**
   * Returns the codes of the rows of one segment, in their order.
   *
   * @param segment the segment's number
   */
  int[] codes(Field field, int segment) {
    int[] rows = rowsOf(segment);
    int[] codes = new int[rows.length];
    segments[segment].text(field).codes(rows, rows.length, codes);
    return codes;
  }

  /** Returns the segment of a number. */
  Segment source(int segment) {
    return segments[segment];
  }

  /** Returns the rows of one segment, in their order. */
  private int[] rowsOf(int segment) {
    if (segments.length == 1 && rowOf.length == size) {
      return rowOf;
    }
    int[] known = rowsBySegment[segment];
    if (known == null) {
      known = new int[size];
      int count = 0;
      for (int i = 0; i < size; i++) {
        known[count] = rowOf[i];
        count += segmentOf[i] == segment ? 1 : 0;
      }
      known = Arrays.copyOf(known, count);
      rowsBySegment[segment] = known;
    }
    return known;
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
