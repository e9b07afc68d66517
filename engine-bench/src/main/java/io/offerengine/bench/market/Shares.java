package io.offerengine.bench.market;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A list of alternatives, each with its share of all draws.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param <T> the type of the alternatives
 */
final class Shares<T> {
  private final List<T> alternatives;
  private final double[] cumulative;

  private Shares(List<T> alternatives, double[] weights) {
    this.alternatives = List.copyOf(alternatives);
    this.cumulative = new double[weights.length];
    double sum = 0;
    for (int i = 0; i < cumulative.length; i++) {
      sum += weights[i];
      cumulative[i] = sum;
    }
    for (int i = 0; i < cumulative.length; i++) {
      cumulative[i] /= sum;
    }
  }

  /** Returns alternatives with shares in proportion to their weights. */
  static <T> Shares<T> of(List<T> alternatives, ToDoubleFunction<T> weight) {
    return new Shares<>(alternatives, alternatives.stream().mapToDouble(weight).toArray());
  }

  /** Returns numbers with their weights, from pairs of a weight and its number. */
  static Shares<Double> ofPairs(double... pairs) {
    double[] weights = new double[pairs.length / 2];
    List<Double> numbers = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      weights[i] = pairs[2 * i];
      if (!(weights[i] > 0)) {
        throw new IllegalArgumentException("a share is positive");
      }
      numbers.add(pairs[2 * i + 1]);
    }
    return new Shares<>(numbers, weights);
  }

  /** Returns the mean of what the alternatives count. */
  double mean(ToDoubleFunction<T> count) {
    double mean = 0;
    for (int i = 0; i < cumulative.length; i++) {
      double share = cumulative[i] - (i == 0 ? 0 : cumulative[i - 1]);
      mean += share * count.applyAsDouble(alternatives.get(i));
    }
    return mean;
  }

  /** Returns the alternative at a rank in [0, 1). */
  T at(double rank) {
    int low = 0;
    int high = cumulative.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return alternatives.get(low);
  }
}
