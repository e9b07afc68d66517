package io.offerengine.cluster.merge;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Adds the counts of shards.
 *
 * <p>An offer is in one shard, and so are all offers of a fold. Counts of rows and counts of folds
 * therefore add up.
 */
public final class MergedFacets {
  private static final Comparator<Tally> MOST_FREQUENT_FIRST =
      Comparator.comparingLong((Tally tally) -> -tally.count)
          .thenComparing((left, right) -> compareKeys(left.key, right.key));

  private MergedFacets() {}

  /** A value in all parts. */
  private static final class Tally {
    /** A Long, a Double, a Boolean or a collation key. */
    final Object key;

    Object shown;
    long count;

    Tally(Object key, Facets.Count first) {
      this.key = key;
      this.shown = first.value();
      this.count = first.count();
    }

    void add(Facets.Count other) {
      boolean bothOrNeither = count > 0 == other.count() > 0;
      if (bothOrNeither ? isBefore(other.value()) : other.count() > 0) {
        shown = other.value();
      }
      count += other.count();
    }

    /** Returns whether a text is spelled before the one that is shown. */
    private boolean isBefore(Object value) {
      return shown instanceof String known
          && value instanceof String text
          && Collation.compare(text, known) < 0;
    }
  }

  /**
   * Refuses what can't be added up.
   *
   * @throws InvalidQueryException OPERATOR_NOT_SUPPORTED if quantiles are asked for
   */
  public static void requireMergeable(FacetRequest request) {
    if (!request.quantiles().isEmpty()) {
      throw new InvalidQueryException(
          ErrorCode.OPERATOR_NOT_SUPPORTED,
          "/facets/quantiles",
          "the offers are divided among shards, and the quantiles of all offers do not follow from"
              + " those of shards; ask for a histogram or a range, or ask a service that has all"
              + " offers");
    }
  }

  /**
   * Adds counts.
   *
   * @param request what was counted; its limits apply to the result
   * @param parts the counts of each shard, of one version, with all values of each facet
   * @return the counts, without sizes of folds
   * @throws InvalidQueryException as {@link #requireMergeable}
   */
  public static Facets of(FacetRequest request, List<Facets> parts) {
    requireMergeable(request);
    List<Facets.Values> values = new ArrayList<>();
    for (int i = 0; i < request.values().size(); i++) {
      values.add(values(request.values().get(i), each(parts, i, Facets::values)));
    }
    List<Facets.Histogram> histograms = new ArrayList<>();
    for (int i = 0; i < request.histograms().size(); i++) {
      histograms.add(histogram(each(parts, i, Facets::histograms)));
    }
    List<Facets.Range> ranges = new ArrayList<>();
    for (int i = 0; i < request.ranges().size(); i++) {
      ranges.add(range(each(parts, i, Facets::ranges)));
    }
    return new Facets(
        parts.get(0).version(),
        sum(parts, Facets::matched),
        values,
        histograms,
        ranges,
        List.of(),
        folds(parts));
  }

  /** Returns the facet of a number of each part. */
  private static <T> List<T> each(List<Facets> parts, int number, Function<Facets, List<T>> kind) {
    return parts.stream().map(part -> kind.apply(part).get(number)).toList();
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> count) {
    return parts.stream().mapToLong(count).sum();
  }

  private static Facets.@Nullable Folds folds(List<Facets> parts) {
    long count = 0;
    for (Facets part : parts) {
      Facets.Folds folds = part.folds();
      if (folds == null) {
        return null;
      }
      count += folds.count();
    }
    return new Facets.Folds(count, List.of());
  }

  private static Facets.Values values(ValueFacet facet, List<Facets.Values> parts) {
    Map<Object, Tally> tallies = new HashMap<>();
    for (Facets.Values part : parts) {
      for (Facets.Count each : part.counts()) {
        Object key = key(facet.field(), each.value());
        Tally known = tallies.get(key);
        if (known == null) {
          tallies.put(key, new Tally(key, each));
        } else {
          known.add(each);
        }
      }
    }
    List<Tally> sorted = new ArrayList<>(tallies.values());
    sorted.sort(MOST_FREQUENT_FIRST);
    int shown = Math.min(facet.limit(), sorted.size());
    List<Facets.Count> counts = new ArrayList<>(shown);
    for (Tally each : sorted.subList(0, shown)) {
      counts.add(new Facets.Count(each.shown, each.count));
    }
    return new Facets.Values(
        facet.field(), counts, sum(parts, Facets.Values::absent), (long) sorted.size() - shown);
  }

  private static Object key(Field field, Object value) {
    return value instanceof String text ? field.collation().key(text) : value;
  }

  private static int compareKeys(Object left, Object right) {
    if (left instanceof Long integer) {
      return Long.compare(integer, (Long) right);
    }
    if (left instanceof Double number) {
      return Double.compare(number, (Double) right);
    }
    return left instanceof Boolean flag
        ? Boolean.compare(flag, (Boolean) right)
        : Collation.compare((String) left, (String) right);
  }

  private static Facets.Histogram histogram(List<Facets.Histogram> parts) {
    Facets.Histogram first = parts.get(0);
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < first.counts().size(); i++) {
      int bin = i;
      counts.add(sum(parts, part -> part.counts().get(bin)));
    }
    return new Facets.Histogram(
        first.field(),
        first.edges(),
        counts,
        sum(parts, Facets.Histogram::below),
        sum(parts, Facets.Histogram::above),
        sum(parts, Facets.Histogram::absent));
  }

  private static Facets.Range range(List<Facets.Range> parts) {
    Number least = null;
    Number greatest = null;
    for (Facets.Range part : parts) {
      Number low = part.least();
      Number high = part.greatest();
      least = low != null && (least == null || compareKeys(low, least) < 0) ? low : least;
      greatest =
          high != null && (greatest == null || compareKeys(high, greatest) > 0) ? high : greatest;
    }
    return new Facets.Range(
        parts.get(0).field(),
        least,
        greatest,
        sum(parts, Facets.Range::present),
        sum(parts, Facets.Range::absent));
  }
}
