package io.offerengine.facet;

import io.offerengine.schema.Field;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a {@link FacetRequest}, each kind in the order in which it was asked for.
 *
 * <p>If facets ignore their own conditions, each facet may count more than {@code matched}.
 *
 * @param version the version of the snapshot that was counted
 * @param matched how many offers, or fold values, match the query
 * @param folds the counts of fold values; null if they were not asked for
 */
public record Facets(
    long version,
    long matched,
    List<Values> values,
    List<Histogram> histograms,
    List<Range> ranges,
    List<Quantiles> quantiles,
    @Nullable Folds folds) {

  /**
   * How often a value occurs. Values that conditions find equal count as one value. For a text,
   * {@code value} is then the spelling that is first by code points among those counted.
   *
   * @param value a Long, Double, Boolean, String, LocalDate or Instant, by the type of the field or
   *     of the list's values
   */
  public record Count(Object value, long count) {}

  /**
   * The most frequent values of a field.
   *
   * @param counts most frequent first, equally frequent ones in ascending order
   * @param absent how many have no value; always 0 if absence counts as false
   * @param otherValues how many different values {@code counts} leaves out
   */
  public record Values(Field field, List<Count> counts, long absent, long otherValues) {}

  /**
   * Counts by intervals.
   *
   * @param edges as asked for
   * @param counts by interval from one edge up to, not including, the next: one less than edges
   * @param below how many are below the first edge
   * @param above how many are at the last edge or above
   */
  public record Histogram(
      Field field, List<Double> edges, List<Long> counts, long below, long above, long absent) {}

  /**
   * The extremes of a field.
   *
   * @param least a Long or Double by the type of the field; null if no value is present
   * @param greatest like {@code least}
   */
  public record Range(
      Field field, @Nullable Number least, @Nullable Number greatest, long present, long absent) {}

  /**
   * Quantiles of a field.
   *
   * @param shares as asked for
   * @param values by share, Longs or Doubles by the type of the field; empty if no value is present
   */
  public record Quantiles(
      Field field, List<Double> shares, List<Number> values, long present, long absent) {}

  /**
   * The fold values of the matching offers.
   *
   * @param count how many different ones there are; an offer without a fold value counts as itself
   * @param sizes for each fold value that the request names, how many matching offers have it
   */
  public record Folds(long count, List<Long> sizes) {
    /** Copies the list. */
    public Folds {
      sizes = List.copyOf(sizes);
    }
  }

  /** Copies the lists. */
  public Facets {
    values = List.copyOf(values);
    histograms = List.copyOf(histograms);
    ranges = List.copyOf(ranges);
    quantiles = List.copyOf(quantiles);
  }

  /** Returns the values of a field; throws an IllegalArgumentException if they were not counted. */
  public Values values(Field field) {
    return find(values, Values::field, field);
  }

  /** Returns the histogram of a field; throws an IllegalArgumentException if there is none. */
  public Histogram histogram(Field field) {
    return find(histograms, Histogram::field, field);
  }

  /** Returns the extremes of a field; throws an IllegalArgumentException if there are none. */
  public Range range(Field field) {
    return find(ranges, Range::field, field);
  }

  /** Returns the quantiles of a field; throws an IllegalArgumentException if there are none. */
  public Quantiles quantiles(Field field) {
    return find(quantiles, Quantiles::field, field);
  }

  private static <T> T find(List<T> facets, Function<T, Field> fieldOf, Field field) {
    return facets.stream()
        .filter(facet -> fieldOf.apply(facet) == field)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such facet was asked for: " + field));
  }
}
