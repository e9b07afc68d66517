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

  private Quantiles(double[] ranks, double[] values) {
    if (ranks.length != values.length || ranks[0] != 0 || ranks[ranks.length - 1] != 1) {
      throw new IllegalArgumentException("quantiles need as many ranks, from 0 to 1, as values");
    }
    this.ranks = ranks;
    this.values = values;
  }

  /** Returns the distribution of a minimum, the quantiles .1 .25 .5 .75 .9 and a maximum. */
  static Quantiles seven(double... values) {
    return new Quantiles(new double[] {0, .1, .25, .5, .75, .9, 1}, values);
  }

  /** Returns the distribution of a minimum, the quantiles .1 .5 .9 and a maximum. */
  static Quantiles five(double... values) {
    return new Quantiles(new double[] {0, .1, .5, .9, 1}, values);
  }

  /** Returns the distribution of pairs of a rank and its value, from rank 0 to rank 1. */
  static Quantiles ofPairs(double... pairs) {
    double[] ranks = new double[pairs.length / 2];
    double[] values = new double[pairs.length / 2];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = pairs[2 * i];
      values[i] = pairs[2 * i + 1];
    }
    return new Quantiles(ranks, values);
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
