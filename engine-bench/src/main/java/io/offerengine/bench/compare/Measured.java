package io.offerengine.bench.compare;

import io.offerengine.bench.searches.SearchClass;
import java.util.List;

/**
 * What one process measured of one class.
 *
 * @param kind the class
 * @param sides the labels of the sides that took turns: two, or one that was timed alone
 * @param draws the number of draws that were timed
 * @param of the number of draws of the class
 * @param p50 by side: the median of the draws, each with its median over the turns, µs
 * @param p99 by side: the 99th percentile of the same, µs
 * @param ratios by turn: the p50 of the second side as a multiple of the first one's; none for one
 *     side
 * @param isSettled whether the warm-up ended because the sides were as fast as they get
 */
record Measured(
    SearchClass kind,
    List<String> sides,
    int draws,
    int of,
    List<Double> p50,
    List<Double> p99,
    List<Double> ratios,
    boolean isSettled) {
  /** Copies the lists. */
  Measured {
    sides = List.copyOf(sides);
    p50 = List.copyOf(p50);
    p99 = List.copyOf(p99);
    ratios = List.copyOf(ratios);
  }
}
