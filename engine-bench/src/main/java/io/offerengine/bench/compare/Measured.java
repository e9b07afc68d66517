package io.offerengine.bench.compare;

import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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
  private static final double MEDIAN = 0.5;
  private static final double TAIL = 0.99;
  private static final double NANOS_PER_MICRO = 1e3;

  /** Copies the lists. */
  Measured {
    sides = List.copyOf(sides);
    p50 = List.copyOf(p50);
    p99 = List.copyOf(p99);
    ratios = List.copyOf(ratios);
  }

  /**
   * Returns what the turns of one class come to.
   *
   * @param nanos the durations by side, turn and draw
   * @param of the number of draws of the class
   */
  static Measured of(
      SearchClass kind, List<String> sides, List<List<long[]>> nanos, int of, boolean isSettled) {
    List<List<Double>> medians = nanos.stream().map(Measured::medians).toList();
    List<Double> ratios = new ArrayList<>();
    if (nanos.size() == 2) {
      for (int turn = 0; turn < nanos.get(1).size(); turn++) {
        double first = quantile(micros(nanos.get(0).get(turn)), MEDIAN);
        ratios.add(quantile(micros(nanos.get(1).get(turn)), MEDIAN) / first);
      }
    }
    return new Measured(
        kind,
        sides,
        medians.get(0).size(),
        of,
        medians.stream().map(each -> quantile(each, MEDIAN)).toList(),
        medians.stream().map(each -> quantile(each, TAIL)).toList(),
        ratios,
        isSettled);
  }

  /** Returns the median of each draw over the turns, in µs. */
  private static List<Double> medians(List<long[]> turns) {
    return IntStream.range(0, turns.get(0).length)
        .mapToObj(draw -> quantile(turns, turn -> turn[draw] / NANOS_PER_MICRO, MEDIAN))
        .toList();
  }

  private static List<Double> micros(long[] nanos) {
    return Arrays.stream(nanos).mapToObj(each -> each / NANOS_PER_MICRO).toList();
  }

  /** Returns the value at a rank of 0 to 1; NaN if there are no values. */
  static double quantile(List<Double> values, double rank) {
    return quantile(values, Double::doubleValue, rank);
  }

  /** Returns the value at a rank of 0 to 1 of what some things have; NaN if there are none. */
  static <T> double quantile(List<T> all, ToDoubleFunction<T> value, double rank) {
    double[] ascending = all.stream().mapToDouble(value).sorted().toArray();
    int at = (int) Math.min(ascending.length - 1.0, Math.floor(rank * ascending.length));
    return at < 0 ? Double.NaN : ascending[at];
  }
}
