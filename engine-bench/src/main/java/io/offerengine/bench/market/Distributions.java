package io.offerengine.bench.market;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * The distributions of numbers, by their names and the kind of machines: resource {@code
 * distributions.csv}, which names its sources.
 */
final class Distributions {
  private static final int COLUMNS = 4;
  private static final Map<String, DoubleUnaryOperator> DATACENTER = read("DATACENTER");
  private static final Map<String, DoubleUnaryOperator> OTHER = read("OTHER");

  private Distributions() {}

  /** Returns the value of a distribution at a rank in [0, 1). */
  static double at(String name, boolean datacenter, double rank) {
    DoubleUnaryOperator distribution = (datacenter ? DATACENTER : OTHER).get(name);
    return Objects.requireNonNull(distribution, name).applyAsDouble(rank);
  }

  private static Map<String, DoubleUnaryOperator> read(String kind) {
    Map<String, DoubleUnaryOperator> read = new HashMap<>();
    for (String[] row : ResourceTable.read("distributions.csv", COLUMNS)) {
      double[] pairs =
          Stream.of(row[3].split("[ :]", -1)).mapToDouble(Double::parseDouble).toArray();
      if (row[1].equals(kind) || row[1].equals("ALL")) {
        read.put(
            row[0],
            row[2].equals("quantiles") ? new Quantiles(pairs)::at : Shares.ofPairs(pairs)::at);
      }
    }
    return read;
  }
}
