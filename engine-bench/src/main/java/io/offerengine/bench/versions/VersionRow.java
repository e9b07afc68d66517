package io.offerengine.bench.versions;

import io.offerengine.bench.report.DrawTimes;
import java.util.Locale;

/**
 * The result of a class in one run: quantiles of the searches' durations in µs, for both versions.
 *
 * <p>A row is printed as one line of a table, and can be read from such a line.
 */
record VersionRow(
    String kind, double baseMedian, double baseP99, double changedMedian, double changedP99) {
  /** The heading of the table. */
  static final String HEADING =
      "class            base p50       p99    changed p50       p99   changed / base p50    p99";

  private static final int COLUMNS = 7;

  /** Returns the row of a class. */
  static VersionRow of(String kind, DrawTimes base, DrawTimes changed) {
    return new VersionRow(
        kind,
        base.quantile(0.5),
        base.quantile(0.99),
        changed.quantile(0.5),
        changed.quantile(0.99));
  }

  /**
   * Reads a line of the table.
   *
   * @throws IllegalArgumentException if the line is not a row
   */
  static VersionRow parse(String line) {
    String[] cells = line.split(" +", -1);
    if (cells.length != COLUMNS) {
      throw new IllegalArgumentException("not a row of times: " + line);
    }
    return new VersionRow(
        cells[0],
        Double.parseDouble(cells[1]),
        Double.parseDouble(cells[2]),
        Double.parseDouble(cells[3]),
        Double.parseDouble(cells[4]));
  }

  /** Returns the row with the versions exchanged. */
  VersionRow exchanged() {
    return new VersionRow(
        kind,
        /* baseMedian= */ changedMedian,
        /* baseP99= */ changedP99,
        /* changedMedian= */ baseMedian,
        /* changedP99= */ baseP99);
  }

  /** Returns the ratio of the medians, changed by base. */
  double medianRatio() {
    return changedMedian / baseMedian;
  }

  /** Returns the ratio of the 99th percentiles, changed by base. */
  double p99Ratio() {
    return changedP99 / baseP99;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%-12s %12.3f %9.2f   %12.3f %9.2f   %18.3f %6.3f",
        kind,
        baseMedian,
        baseP99,
        changedMedian,
        changedP99,
        medianRatio(),
        p99Ratio());
  }
}
