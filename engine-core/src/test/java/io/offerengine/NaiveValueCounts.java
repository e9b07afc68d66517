package io.offerengine;

import io.offerengine.facet.Facets;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Counts the values of offers one by one: what a facet of values must return. */
final class NaiveValueCounts {
  private NaiveValueCounts() {}

  /**
   * Counts values.
   *
   * @param uncounted how many of the offers, the last ones, bring values and are not counted
   */
  static Facets.Values of(
      Field field,
      int limit,
      List<Offer> offers,
      Function<Offer, Collection<?>> values,
      Function<Object, Object> key,
      int uncounted) {
    TreeMap<Object, Long> counts =
        new TreeMap<>((left, right) ->
            left instanceof String text
                ? Collation.compare(text, (String) right)
                : Long.compare((Long) left, (Long) right));
    TreeMap<Object, Object> spelling = new TreeMap<>(counts.comparator());
    long absent = 0;
    for (int i = 0; i < offers.size(); i++) {
      boolean isCounted = i < offers.size() - uncounted;
      Collection<?> ofOffer = values.apply(offers.get(i));
      absent += ofOffer == null && isCounted ? 1 : 0;
      Set<Object> seen = new HashSet<>();
      for (Object value : ofOffer == null ? List.of() : ofOffer) {
        counts.merge(
            key.apply(value), isCounted && seen.add(key.apply(value)) ? 1L : 0L, Long::sum);
        spelling.merge(
            key.apply(value),
            value,
            (left, right) -> counts.comparator().compare(left, right) <= 0 ? left : right);
      }
    }
    List<Facets.Count> sorted =
        counts.entrySet().stream()
            .sorted(Comparator.comparingLong(entry -> -entry.getValue()))
            .map(entry -> new Facets.Count(spelling.get(entry.getKey()), entry.getValue()))
            .toList();
    int shown = Math.min(limit, sorted.size());
    return new Facets.Values(field, sorted.subList(0, shown), absent, sorted.size() - shown);
  }
}
