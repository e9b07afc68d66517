package io.offerengine.bench.market;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A distribution of numbers for machines with datacenter GPUs, and one for all others: resource
 * {@code distributions.csv}, which names its sources.
 *
 * <p><b>Threads.</b> Immutable after the resource was read.
 */
final class Distribution {
  private static final String RESOURCE = "distributions.csv";
  private static final int COLUMNS = 4;
  private static final String DATACENTER = "DATACENTER";
  private static final String OTHER = "OTHER";
  private static final Map<String, Distribution> ALL = read(ResourceTable.read(RESOURCE, COLUMNS));

  private final String name;
  private @Nullable Numbers datacenter;
  private @Nullable Numbers other;

  private Distribution(String name) {
    this.name = name;
  }

  /** What one line states: quantiles or shares, and null for the other form. */
  private record Numbers(@Nullable Quantiles quantiles, @Nullable Shares<Double> shares) {
    static Numbers parse(String form, String pairs) {
      return switch (form) {
        case "quantiles" -> new Numbers(new Quantiles(numbers(pairs)), null);
        case "shares" -> new Numbers(null, Shares.ofPairs(numbers(pairs)));
        default -> throw new IllegalArgumentException("the form is quantiles or shares");
      };
    }

    private static double[] numbers(String pairs) {
      String[] each = pairs.split(" ", -1);
      double[] numbers = new double[2 * each.length];
      for (int i = 0; i < each.length; i++) {
        String[] pair = each[i].split(":", -1);
        if (pair.length != 2) {
          throw new IllegalArgumentException("a pair is two numbers with a colon");
        }
        numbers[2 * i] = Double.parseDouble(pair[0]);
        numbers[2 * i + 1] = Double.parseDouble(pair[1]);
      }
      return numbers;
    }

    double at(double rank) {
      return quantiles != null ? quantiles.at(rank) : Objects.requireNonNull(shares).at(rank);
    }
  }

  /** Returns the distribution of a name. */
  static Distribution of(String name) {
    return Objects.requireNonNull(ALL.get(name), name);
  }

  /** Returns the value at a rank in [0, 1). */
  double at(boolean isDatacenter, double rank) {
    return numbers(isDatacenter).at(rank);
  }

  /** Returns the shares of a distribution that is given as such. */
  Shares<Double> shares(boolean isDatacenter) {
    return Objects.requireNonNull(numbers(isDatacenter).shares(), name);
  }

  private Numbers numbers(boolean isDatacenter) {
    return Objects.requireNonNull(isDatacenter ? datacenter : other, name);
  }

  /**
   * Reads distributions by name.
   *
   * @throws IllegalStateException if a row is wrong; the message names it
   */
  static Map<String, Distribution> read(List<String[]> rows) {
    Map<String, Distribution> read = new HashMap<>();
    for (String[] row : rows) {
      try {
        read.computeIfAbsent(row[0], Distribution::new).add(row[1], Numbers.parse(row[2], row[3]));
      } catch (IllegalArgumentException e) {
        String line = String.join(",", row);
        throw new IllegalStateException(RESOURCE + ": " + e.getMessage() + ": " + line, e);
      }
    }
    return read;
  }

  private void add(String kind, Numbers numbers) {
    if (!List.of(DATACENTER, OTHER, "ALL").contains(kind)) {
      throw new IllegalArgumentException("the kind is DATACENTER, OTHER or ALL");
    }
    if (!kind.equals(OTHER)) {
      datacenter = first(datacenter, numbers);
    }
    if (!kind.equals(DATACENTER)) {
      other = first(other, numbers);
    }
  }

  private static Numbers first(@Nullable Numbers before, Numbers numbers) {
    if (before != null) {
      throw new IllegalArgumentException("the distribution was given before");
    }
    return numbers;
  }
}
