package io.offerengine.internal.column;

import java.util.function.IntPredicate;

/**
 * Finds a border in a run of positions. Loops that run for each row or each text have searches of
 * their own, without a call per step.
 */
public final class BinarySearch {
  private BinarySearch() {}

  /**
   * Returns the first position of a run that is behind a border; the end of the run if none is.
   *
   * @param from the first position
   * @param to the end of the run
   * @param isBehind whether a position is behind the border; then all later ones are, too
   */
  public static int firstBehind(int from, int to, IntPredicate isBehind) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean behind = isBehind.test(middle);
      low = behind ? low : middle + 1;
      high = behind ? middle : high;
    }
    return low;
  }
}
