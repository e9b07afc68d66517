package io.offerengine.internal.column;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Merges sorted runs of numbers. The caller's {@link Order} defines how numbers compare.
 *
 * <p>Two runs are merged by galloping search: for each number of the shorter run, the position in
 * the longer run is searched from the previous position on, in steps that double (Bentley and Yao,
 * "An almost optimal algorithm for unbounded searching", 1976).
 *
 * <p><b>Cost.</b> Two runs take O(short x log(long / short)) comparisons and a copy of all numbers.
 */
public final class SortedRuns {
  private SortedRuns() {}

  /** A strict order of numbers. */
  @FunctionalInterface
  public interface Order {
    /** Returns whether one number comes before another. */
    boolean isBefore(int left, int right);
  }

  /** Returns the numbers of all runs in order. Numbers that compare as equal are adjacent. */
  public static int[] merge(List<int[]> runs, Order order) {
    List<int[]> rest = new ArrayList<>(runs);
    rest.sort(Comparator.comparingInt(run -> run.length));
    int[] merged = new int[0];
    for (int[] run : rest) {
      merged = run.length < merged.length ? merge(merged, run, order) : merge(run, merged, order);
    }
    return merged;
  }

  private static int[] merge(int[] longer, int[] shorter, Order order) {
    if (shorter.length == 0) {
      return longer;
    }
    int[] merged = new int[longer.length + shorter.length];
    int from = 0;
    int size = 0;
    for (int number : shorter) {
      int to = firstAfter(longer, from, number, order);
      System.arraycopy(longer, from, merged, size, to - from);
      size += to - from;
      merged[size++] = number;
      from = to;
    }
    System.arraycopy(longer, from, merged, size, longer.length - from);
    return merged;
  }

  /** Returns the first index from {@code from} on whose number does not come before a number. */
  private static int firstAfter(int[] run, int from, int number, Order order) {
    int low = from;
    int step = 1;
    while (low + step <= run.length && order.isBefore(run[low + step - 1], number)) {
      low += step;
      step <<= 1;
    }
    int high = Math.min(run.length, low + step - 1);
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean before = order.isBefore(run[middle], number);
      low = before ? middle + 1 : low;
      high = before ? high : middle;
    }
    return low;
  }
}
