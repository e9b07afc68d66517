package io.offerengine.bench.compare;

import java.util.List;

/**
 * The ratio of two sides in one class: how many times as long the second one takes.
 *
 * @param median the median over the processes, of each process the median over its turns
 * @param least the least median of a process
 * @param greatest the greatest median of a process
 * @param spread the distance of the quartiles of all turns of all processes, as a share of their
 *     median
 * @param turns the number of all turns; 0 if one side was timed alone
 */
record Ratio(double median, double least, double greatest, double spread, int turns) {
  /**
   * The largest spread with which a ratio is printed. With the 60 turns or more of three processes
   * it leaves the median within a twentieth; a version is refused for being a tenth slower.
   */
  static final double MOST_SPREAD = 0.2;

  private static final double FIRST_QUARTER = 0.25;
  private static final double HALF = 0.5;
  private static final double LAST_QUARTER = 0.75;

  /**
   * Returns the ratio of several processes.
   *
   * @param turns by process: the ratio of each turn; none for a side that was timed alone
   */
  static Ratio of(List<List<Double>> turns) {
    List<Double> medians = turns.stream().map(each -> Measured.quantile(each, HALF)).toList();
    List<Double> all = turns.stream().flatMap(List::stream).toList();
    double quartiles = Measured.quantile(all, LAST_QUARTER) - Measured.quantile(all, FIRST_QUARTER);
    return new Ratio(
        Measured.quantile(medians, HALF),
        Measured.quantile(medians, 0),
        Measured.quantile(medians, 1),
        quartiles / Measured.quantile(all, HALF),
        all.size());
  }

  /** Returns whether there is no ratio, because one side was timed alone. */
  boolean isAbsent() {
    return turns == 0;
  }

  /** Returns whether the turns differ so much that the median says nothing. */
  boolean isTooNoisy() {
    return !isAbsent() && !(spread <= MOST_SPREAD);
  }
}
