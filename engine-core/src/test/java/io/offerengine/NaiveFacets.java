package io.offerengine;

import io.offerengine.facet.Facets;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.TimeKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Facets as the documentation describes them, offer by offer; they share nothing with the engine
 * but the classes of results.
 *
 * @param matches the matching offers
 * @param countsFolds whether the values by which offers collapse are counted, or offers
 */
record NaiveFacets(List<NaiveOffer> matches, boolean countsFolds) {
  /** Returns how many of some offers there are, or how many folds they have. */
  private long size(List<NaiveOffer> offers) {
    if (!countsFolds) {
      return offers.size();
    }
    List<Object> folds = offers.stream().map(NaiveOffer::fold).filter(Objects::nonNull).toList();
    return offers.size() - folds.size() + folds.stream().distinct().count();
  }

  long matched() {
    return size(matches);
  }

  private long absent(Field field) {
    return size(matches.stream().filter(offer -> offer.value(field) == null).toList());
  }

  private long present(Field field) {
    return size(matches.stream().filter(offer -> offer.value(field) != null).toList());
  }

  /** Returns the different values of an offer: none, one, or those of its list. */
  private static List<?> values(NaiveOffer offer, Field field) {
    Object value = offer.value(field);
    if (value == null) {
      return field.isAbsentAsFalse() ? List.of(false) : List.of();
    }
    if (value instanceof long[] list) {
      return Arrays.stream(list).distinct().boxed().toList();
    }
    boolean isTime = field.type() == FieldType.DATE || field.type() == FieldType.INSTANT;
    Object shown = isTime ? TimeKey.toTime(field.type(), (Long) value) : value;
    return shown instanceof List<?> list ? list : List.of(shown);
  }

  /** Returns what two values have in common that conditions find equal. */
  private static Object identity(NaiveOffer offer, Field field, Object value) {
    if (value instanceof String text) {
      List<BigInteger> parts =
          field.type() == FieldType.VERSION ? NaiveMatcher.versionParts(text) : null;
      return parts == null ? offer.query().rules().key(field, text) : parts;
    }
    return value instanceof Double number ? (Object) (number + 0.0) : value;
  }

  /** Returns offers by the identities of their values, and how each value is shown. */
  private static Map<Object, Set<NaiveOffer>> byValue(
      Field field, List<NaiveOffer> offers, Map<Object, Object> shown) {
    Map<Object, Set<NaiveOffer>> byValue = new HashMap<>();
    for (NaiveOffer offer : offers) {
      for (Object value : values(offer, field)) {
        Object identity = identity(offer, field, value);
        byValue
            .computeIfAbsent(identity, any -> Collections.newSetFromMap(new IdentityHashMap<>()))
            .add(offer);
        shown.merge(identity, value, NaiveFacets::firstSpelling);
      }
    }
    return byValue;
  }

  /**
   * Returns the counts of values.
   *
   * @param all all offers, whose values are returned with the count 0; empty for none
   */
  Facets.Values values(Field field, int limit, List<NaiveOffer> all) {
    Map<Object, Object> shown = new HashMap<>();
    Map<Object, Object> others = new HashMap<>();
    Map<Object, Long> sizes = new HashMap<>();
    byValue(field, matches, shown)
        .forEach((identity, having) -> sizes.put(identity, size(List.copyOf(having))));
    byValue(field, all, others).keySet().forEach(identity -> sizes.putIfAbsent(identity, 0L));
    others.forEach(shown::putIfAbsent);
    List<Object> order = new ArrayList<>(sizes.keySet());
    Function<Object, Long> size = sizes::get;
    order.sort(
        Comparator.comparing(size).reversed().thenComparing((left, right) -> compare(left, right)));
    List<Facets.Count> counts = new ArrayList<>();
    for (Object identity : order.subList(0, Math.min(limit, order.size()))) {
      Object value = shown.get(identity);
      Object plain = value instanceof Double number ? (Object) (number + 0.0) : value;
      counts.add(new Facets.Count(plain, size.apply(identity)));
    }
    long absent = field.isAbsentAsFalse() ? 0 : absent(field);
    return new Facets.Values(field, counts, absent, order.size() - counts.size());
  }

  private static Object firstSpelling(Object left, Object right) {
    if (!(left instanceof String first)) {
      return left;
    }
    return NaiveMatcher.compareTexts(first, (String) right) <= 0 ? left : right;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left instanceof List<?> || right instanceof List<?>) {
      if (!(left instanceof List<?>) || !(right instanceof List<?>)) {
        return left instanceof List<?> ? -1 : 1;
      }
      List<BigInteger> first = (List<BigInteger>) left;
      List<BigInteger> second = (List<BigInteger>) right;
      for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
        int order = first.get(i).compareTo(second.get(i));
        if (order != 0) {
          return order;
        }
      }
      return Integer.compare(first.size(), second.size());
    }
    return left instanceof String text
        ? NaiveMatcher.compareTexts(text, (String) right)
        : ((Comparable<Object>) left).compareTo(right);
  }

  private static BigDecimal decimal(Object value) {
    return value instanceof Long integer
        ? BigDecimal.valueOf(integer)
        : new BigDecimal((Double) value);
  }

  Facets.Histogram histogram(Field field, List<Double> edges) {
    List<BigDecimal> bounds = edges.stream().map(BigDecimal::new).toList();
    List<List<NaiveOffer>> bins = new ArrayList<>();
    for (int i = 0; i <= edges.size(); i++) {
      bins.add(new ArrayList<>());
    }
    for (NaiveOffer offer : matches) {
      Object value = offer.value(field);
      if (value != null) {
        BigDecimal number = decimal(value);
        long reached = bounds.stream().filter(bound -> number.compareTo(bound) >= 0).count();
        bins.get((int) reached).add(offer);
      }
    }
    List<Long> counts = bins.stream().map(this::size).toList();
    int last = edges.size();
    return new Facets.Histogram(
        field, edges, counts.subList(1, last), counts.get(0), counts.get(last), absent(field));
  }

  Facets.Range range(Field field) {
    List<Number> values = sorted(field, matches);
    return new Facets.Range(
        field,
        values.isEmpty() ? null : values.get(0),
        values.isEmpty() ? null : values.get(values.size() - 1),
        present(field),
        absent(field));
  }

  Facets.Quantiles quantiles(Field field, List<Double> shares) {
    List<Number> values = countsFolds ? foldedValues(field) : sorted(field, matches);
    List<Number> found = new ArrayList<>();
    for (double share : shares) {
      BigDecimal wanted = new BigDecimal("" + share).multiply(new BigDecimal(values.size()));
      int rank = 1;
      while (new BigDecimal(rank).compareTo(wanted) < 0) {
        rank++;
      }
      if (!values.isEmpty()) {
        found.add(values.get(rank - 1));
      }
    }
    return new Facets.Quantiles(field, shares, found, present(field), absent(field));
  }

  /** Returns each value once for each fold that has it. */
  private List<Number> foldedValues(Field field) {
    Set<List<Object>> seen = new HashSet<>();
    List<NaiveOffer> first = new ArrayList<>();
    for (NaiveOffer offer : matches) {
      Object value = offer.value(field);
      Object fold = offer.fold();
      if (value != null
          && (fold == null || seen.add(List.of(identity(offer, field, value), fold)))) {
        first.add(offer);
      }
    }
    return sorted(field, first);
  }

  private static List<Number> sorted(Field field, List<NaiveOffer> offers) {
    return offers.stream()
        .map(offer -> offer.value(field))
        .filter(Objects::nonNull)
        .map(value -> Map.entry(decimal(value), value))
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .map(value -> value instanceof Double number ? (Number) (number + 0.0) : (Number) value)
        .toList();
  }
}
