package io.offerengine.bench.market;

/**
 * A distribution that is given by some of its quantiles, such as the statistics of real offers.
 *
 * <p>Between two given quantiles, the logarithms of values are distributed evenly if both quantiles
 * are positive, otherwise the values themselves. If two quantiles are equal, the share of values
 * between them has this value.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class Quantiles {
  private final double[] ranks;
  private final double[] values;

  /** Creates the distribution of pairs of a rank and its value, from rank 0 to rank 1. */
  Quantiles(double... pairs) {
    this.ranks = new double[pairs.length / 2];
    this.values = new double[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = pairs[2 * i];
      values[i] = pairs[2 * i + 1];
    }
    if (ranks[0] != 0 || ranks[ranks.length - 1] != 1) {
      throw new IllegalArgumentException("quantiles need ranks from 0 to 1");
    }
    for (int i = 1; i < ranks.length; i++) {
      if (!(ranks[i] > ranks[i - 1] && values[i] >= values[i - 1])) {
        throw new IllegalArgumentException("ranks rise, and values do not fall");
      }
    }
  }

  /** Returns the value at a rank in [0, 1]. */
  double at(double rank) {
    int i = 1;
    while (i < ranks.length - 1 && ranks[i] < rank) {
      i++;
    }
    double part = (rank - ranks[i - 1]) / (ranks[i] - ranks[i - 1]);
    double low = values[i - 1];
    double high = values[i];
    if (low == high) {
      return low;
    }
    return low > 0
        ? low * StrictMath.exp(StrictMath.log(high / low) * part)
        : low + (high - low) * part;
  }
}
