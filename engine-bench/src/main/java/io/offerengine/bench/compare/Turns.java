package io.offerengine.bench.compare;

import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The durations of one class in one process: of the same draws, turn by turn, for one side or two.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Turns {
  private static final double MEDIAN = 0.5;
  private static final double TAIL = 0.99;
  private static final double NANOS_PER_MICRO = 1e3;

  /** By side, turn and draw. */
  private final List<List<long[]>> nanos = new ArrayList<>();

  Turns(int sides) {
    for (int i = 0; i < sides; i++) {
      nanos.add(new ArrayList<>());
    }
  }

  /** Adds the durations of the draws in the next turn of a side, in ns. */
  void add(int side, long[] durations) {
    nanos.get(side).add(durations);
  }

  /**
   * Returns what the turns come to.
   *
   * @param draws the number of draws of the class
   */
  Measured measured(SearchClass kind, List<Side> sides, int draws, boolean isSettled) {
    List<String> labels = sides.stream().map(Side::label).toList();
    List<double[]> medians = nanos.stream().map(Turns::medians).toList();
    List<Double> ratios = new ArrayList<>();
    if (nanos.size() == 2) {
      for (int turn = 0; turn < nanos.get(1).size(); turn++) {
        double first = quantile(micros(nanos.get(0).get(turn)), MEDIAN);
        ratios.add(quantile(micros(nanos.get(1).get(turn)), MEDIAN) / first);
      }
    }
    return new Measured(
        kind,
        labels,
        medians.get(0).length,
        draws,
        medians.stream().map(each -> quantile(each, MEDIAN)).toList(),
        medians.stream().map(each -> quantile(each, TAIL)).toList(),
        ratios,
        isSettled);
  }

  /** Returns the median of each draw over the turns, in µs. */
  private static double[] medians(List<long[]> turns) {
    double[] medians = new double[turns.get(0).length];
    for (int draw = 0; draw < medians.length; draw++) {
      double[] ofDraw = new double[turns.size()];
      for (int turn = 0; turn < ofDraw.length; turn++) {
        ofDraw[turn] = turns.get(turn)[draw] / NANOS_PER_MICRO;
      }
      medians[draw] = quantile(ofDraw, MEDIAN);
    }
    return medians;
  }

  private static double[] micros(long[] nanos) {
    return Arrays.stream(nanos).mapToDouble(each -> each / NANOS_PER_MICRO).toArray();
  }

  /** Returns the value at a rank of 0 to 1; NaN if there are no values. */
  static double quantile(double[] values, double rank) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    return ascending[(int) Math.min(ascending.length - 1.0, Math.floor(rank * ascending.length))];
  }
}
