package io.offerengine.internal.column;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Merges runs of numbers that are sorted by what the numbers stand for.
 *
 * <p>The place of each number of a shorter run is sought in the longer one from the place of the
 * last, in steps that double (Bentley and Yao, "An almost optimal algorithm for unbounded
 * searching", 1976), and what lies between is copied.
 *
 * <p><b>Cost.</b> Of two runs O(short x log(long / short)) comparisons, and a copy of all.
 */
public final class SortedRuns {
  private SortedRuns() {}

  /** A strict order of numbers. */
  @FunctionalInterface
  public interface Order {
    /** Returns whether one number comes before another. */
    boolean isBefore(int left, int right);
  }

  /** Returns the numbers of all runs in their order; those that are alike come together. */
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

  /** Returns the first place from {@code from} on whose number does not come before another. */
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
