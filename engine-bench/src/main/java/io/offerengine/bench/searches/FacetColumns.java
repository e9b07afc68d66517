package io.offerengine.bench.searches;

import java.util.List;

/**
 * What a search for facets counts: the values of ten columns, about 160 together, two histograms
 * and three ranges. Each facet ignores the search's conditions on its own column.
 */
public final class FacetColumns {
  /** The columns whose values are counted. */
  public static final List<Column> VALUES =
      List.of(
          Column.GPU_NAME,
          Column.GEOLOCATION,
          Column.NUM_GPUS,
          Column.GPU_RAM,
          Column.COMPUTE_CAP,
          Column.CUDA_MAX_GOOD,
          Column.VERIFIED,
          Column.RENTABLE,
          Column.RENTED,
          Column.STATIC_IP);

  /** The columns with a histogram. */
  public static final List<Column> HISTOGRAMS = List.of(Column.DPH_TOTAL, Column.RELIABILITY);

  /** The columns whose extremes are wanted. */
  public static final List<Column> RANGES =
      List.of(Column.INET_DOWN, Column.DISK_SPACE, Column.CPU_RAM);

  private static final double[] PRICES = {
    0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16
  };

  private static final double[] RELIABILITIES = {
    0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999
  };

  private FacetColumns() {}

  /** Returns the edges of the histogram of a column. */
  public static double[] edges(Column column) {
    return column == Column.DPH_TOTAL ? PRICES.clone() : RELIABILITIES.clone();
  }
}
