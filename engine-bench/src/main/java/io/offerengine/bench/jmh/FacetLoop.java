package io.offerengine.bench.jmh;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceRule;
import io.offerengine.query.Operator;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Facets as a program would count them by hand: one loop over columns, in which every value of a
 * facet is a small number. A row that fails one condition counts in the facets of this condition's
 * own column; a row that fails two counts nowhere. Matching rows are listed first.
 */
final class FacetLoop {
  /** A row that no facet counts. */
  private static final byte IMPLIED = -1;

  private final MarketTable table;
  private final List<Column> counted;
  private final List<Column> binned;
  private final List<double[]> edges;
  private final List<Column> ranges;
  private final PriceRule prices;
  private final List<Comparison> conditions;
  private final int own;
  private final Map<Column, int[]> codes = new HashMap<>();
  private final Map<Column, double[]> values = new HashMap<>();

  /** The counts of one run. */
  static final class Counts {
    final long[][] byValue;
    final long[][] bins;
    final double[] least;
    final double[] greatest;
    long matched;

    Counts(long[][] byValue, long[][] bins, int ranges) {
      this.byValue = byValue;
      this.bins = bins;
      this.least = new double[ranges];
      this.greatest = new double[ranges];
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      Arrays.fill(greatest, Double.NEGATIVE_INFINITY);
    }
  }

  /**
   * Reads a table.
   *
   * @param own how many of the conditions, the first ones, a facet of their column ignores
   */
  FacetLoop(
      MarketTable table,
      List<Column> counted,
      List<Column> binned,
      List<double[]> edges,
      List<Column> ranges,
      PriceRule prices,
      List<Comparison> conditions,
      int own) {
    this.table = table;
    this.counted = counted;
    this.binned = binned;
    this.edges = edges;
    this.ranges = ranges;
    this.prices = prices;
    this.conditions = conditions;
    this.own = own;
    for (Column column : counted) {
      Map<Object, Integer> known = new HashMap<>();
      int[] ofRows = new int[table.size()];
      for (int row = 0; row < ofRows.length; row++) {
        Object value = table.value(column, row);
        ofRows[row] = value == null ? 0 : known.computeIfAbsent(value, any -> known.size() + 1);
      }
      codes.put(column, ofRows);
      values.put(column, new double[known.size() + 1]);
    }
  }

  /** Returns the counts of all facets. */
  Counts run() {
    Counts counts = newCounts();
    byte[] failed = new byte[table.size()];
    for (int i = 0; i < conditions.size(); i++) {
      fail(conditions.get(i), i < own ? i + 1 : IMPLIED, failed);
    }
    int[][] rows = new int[own + 1][];
    counts.matched = rows(0, failed, rows).length;
    for (int i = 0; i < counted.size(); i++) {
      int[] codesOfRows = Objects.requireNonNull(codes.get(counted.get(i)));
      count(codesOfRows, rows(own(counted.get(i)), failed, rows), counts.byValue[i]);
    }
    for (int i = 0; i < binned.size(); i++) {
      Column column = binned.get(i);
      bin(column, rows(own(column), failed, rows), edges.get(i), counts.bins[i]);
    }
    for (int i = 0; i < ranges.size(); i++) {
      Column column = ranges.get(i);
      range(table.numbers(column), rows(own(column), failed, rows), i, counts);
    }
    return counts;
  }

  /** Returns the rows that fail nothing, or nothing but one condition. */
  private static int[] rows(int own, byte[] failed, int[][] known) {
    if (known[own] == null) {
      int[] rows = new int[failed.length + 1];
      int size = 0;
      for (int row = 0; row < failed.length; row++) {
        rows[size] = row;
        size += failed[row] == 0 || failed[row] == own ? 1 : 0;
      }
      known[own] = Arrays.copyOf(rows, size);
    }
    return known[own];
  }

  private Counts newCounts() {
    long[][] byValue = new long[counted.size()][];
    for (int i = 0; i < byValue.length; i++) {
      byValue[i] = new long[Objects.requireNonNull(values.get(counted.get(i))).length];
    }
    long[][] bins = new long[binned.size()][];
    for (int i = 0; i < bins.length; i++) {
      bins[i] = new long[edges.get(i).length + 1];
    }
    return new Counts(byValue, bins, ranges.size());
  }

  /** Returns what a row has that fails nothing but the condition on a column; 0 without one. */
  private int own(Column column) {
    for (int i = 0; i < own; i++) {
      if (conditions.get(i).column() == column) {
        return i + 1;
      }
    }
    return 0;
  }

  /** Notes the rows that fail a condition: its number; a negative number after the second. */
  private void fail(Comparison condition, int number, byte[] failed) {
    Column column = condition.column();
    switch (column.kind()) {
      case FLAG -> {
        byte[] flags = table.flags(column);
        for (int row = 0; row < failed.length; row++) {
          note(flags[row] != condition.number(), row, number, failed);
        }
      }
      case TEXT -> {
        int code = table.code(column, Objects.requireNonNull(condition.text()));
        int[] texts = table.codes(column);
        for (int row = 0; row < failed.length; row++) {
          note(texts[row] != code, row, number, failed);
        }
      }
      case INTEGER, NUMBER -> {
        double bound = condition.number();
        boolean isLeast = condition.operator() == Operator.GTE;
        for (int row = 0; row < failed.length; row++) {
          double value = number(column, row);
          note(!(isLeast ? value >= bound : value <= bound), row, number, failed);
        }
      }
    }
  }

  private static void note(boolean fails, int row, int number, byte[] failed) {
    int again = failed[row] == 0 ? number : IMPLIED;
    failed[row] = (byte) (fails ? again : failed[row]);
  }

  private double number(Column column, int row) {
    if (column != Column.DPH_TOTAL || prices.equals(PriceRule.STANDARD)) {
      return table.numbers(column)[row];
    }
    return prices.total(table.numbers(prices.base())[row], table.numbers(Column.STORAGE_COST)[row]);
  }

  private static void count(int[] codes, int[] rows, long[] counts) {
    for (int row : rows) {
      counts[codes[row]]++;
    }
  }

  private void bin(Column column, int[] rows, double[] bounds, long[] bins) {
    for (int row : rows) {
      double value = number(column, row);
      int bin = 0;
      for (double bound : bounds) {
        bin += value >= bound ? 1 : 0;
      }
      bins[bin] += Double.isNaN(value) ? 0 : 1;
    }
  }

  private static void range(double[] numbers, int[] rows, int at, Counts counts) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (int row : rows) {
      double value = numbers[row];
      least = value < least ? value : least;
      greatest = value > greatest ? value : greatest;
    }
    counts.least[at] = least;
    counts.greatest[at] = greatest;
  }
}
