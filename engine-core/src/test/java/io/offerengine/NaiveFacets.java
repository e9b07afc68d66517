package io.offerengine;

import io.offerengine.facet.Facets;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Facets as the documentation describes them, offer by offer; they share nothing with the engine
 * but the classes of results.
 *
 * @param matches the matching offers
 * @param isFolded whether fold values are counted
 */
record NaiveFacets(List<NaiveOffer> matches, boolean isFolded) {
  private static final Comparator<int[]> CODE_POINTS = Arrays::compare;

  /** Returns how many of some offers there are, or how many folds they have. */
  private long size(List<NaiveOffer> offers) {
    if (!isFolded) {
      return offers.size();
    }
    long alone = offers.stream().filter(offer -> offer.value("bundle_id") == null).count();
    long folds =
        offers.stream()
            .map(offer -> offer.value("bundle_id"))
            .filter(Objects::nonNull)
            .distinct()
            .count();
    return alone + folds;
  }

  long matched() {
    return size(matches);
  }

  private long count(Predicate<NaiveOffer> holds) {
    return size(matches.stream().filter(holds).toList());
  }

  /** Returns the different values of an offer: none, one, or those of its list. */
  private static List<Object> values(NaiveOffer offer, Field field) {
    Object value = offer.value(field.name());
    if (value == null) {
      return field.isAbsentAsFalse() ? List.of(false) : List.of();
    }
    if (value instanceof long[] list) {
      return Arrays.stream(list).distinct().<Object>mapToObj(each -> each).toList();
    }
    return List.of(value);
  }

  private static boolean isAbsent(NaiveOffer offer, Field field) {
    return offer.value(field.name()) == null && !field.isAbsentAsFalse();
  }

  /** Returns what two values have in common that conditions find equal. */
  private static Object identity(Field field, Object value) {
    if (field.type() == FieldType.VERSION && NaiveMatcher.versionParts((String) value) != null) {
      return NaiveMatcher.versionParts((String) value);
    }
    if (value instanceof String text) {
      return text.replace('_', ' ');
    }
    return value instanceof Double number ? (Object) (number + 0.0) : value;
  }

  /**
   * Returns the counts of values.
   *
   * @param all all offers, whose values are returned with the count 0; empty for none
   */
  Facets.Values values(Field field, int limit, List<NaiveOffer> all) {
    Map<Object, List<NaiveOffer>> byValue = new LinkedHashMap<>();
    Map<Object, Object> shown = new LinkedHashMap<>();
    for (NaiveOffer offer : matches) {
      for (Object value : values(offer, field)) {
        Object identity = identity(field, value);
        byValue.computeIfAbsent(identity, any -> new ArrayList<>()).add(offer);
        shown.merge(identity, value, NaiveFacets::firstSpelling);
      }
    }
    Map<Object, Object> others = new LinkedHashMap<>();
    for (NaiveOffer offer : all) {
      for (Object value : values(offer, field)) {
        Object identity = identity(field, value);
        if (!byValue.containsKey(identity)) {
          others.merge(identity, value, NaiveFacets::firstSpelling);
        }
      }
    }
    others.keySet().forEach(identity -> byValue.put(identity, List.of()));
    shown.putAll(others);
    List<Object> order = new ArrayList<>(byValue.keySet());
    Map<Object, Long> sizes = new HashMap<>();
    byValue.forEach((identity, having) -> sizes.put(identity, size(having)));
    Function<Object, Long> size = sizes::get;
    order.sort(
        Comparator.comparing(size).reversed().thenComparing((left, right) -> compare(left, right)));
    List<Facets.Count> counts = new ArrayList<>();
    for (Object identity : order.subList(0, Math.min(limit, order.size()))) {
      Object value = shown.get(identity);
      Object plain = value instanceof Double number ? (Object) (number + 0.0) : value;
      counts.add(new Facets.Count(plain, size.apply(identity)));
    }
    long absent = count(offer -> isAbsent(offer, field));
    return new Facets.Values(field, counts, absent, order.size() - counts.size());
  }

  private static Object firstSpelling(Object left, Object right) {
    if (!(left instanceof String first)) {
      return left;
    }
    return compareTexts(first, (String) right) <= 0 ? left : right;
  }

  private static int compareTexts(String left, String right) {
    return CODE_POINTS.compare(left.codePoints().toArray(), right.codePoints().toArray());
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
        ? compareTexts(text, (String) right)
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
      Object value = offer.value(field.name());
      if (value != null) {
        BigDecimal number = decimal(value);
        long reached = bounds.stream().filter(bound -> number.compareTo(bound) >= 0).count();
        bins.get((int) reached).add(offer);
      }
    }
    List<Long> counts = bins.stream().map(this::size).toList();
    int last = edges.size();
    return new Facets.Histogram(
        field,
        edges,
        counts.subList(1, last),
        counts.get(0),
        counts.get(last),
        count(offer -> offer.value(field.name()) == null));
  }

  Facets.Range range(Field field) {
    List<Number> values = sorted(field, matches);
    return new Facets.Range(
        field,
        values.isEmpty() ? null : values.get(0),
        values.isEmpty() ? null : values.get(values.size() - 1),
        count(offer -> offer.value(field.name()) != null),
        count(offer -> offer.value(field.name()) == null));
  }

  Facets.Quantiles quantiles(Field field, List<Double> shares) {
    List<Number> values = isFolded ? foldedValues(field) : sorted(field, matches);
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
    return new Facets.Quantiles(
        field,
        shares,
        found,
        count(offer -> offer.value(field.name()) != null),
        count(offer -> offer.value(field.name()) == null));
  }

  /** Returns each value once for each fold that has it. */
  private List<Number> foldedValues(Field field) {
    Set<List<Object>> seen = new HashSet<>();
    List<NaiveOffer> first = new ArrayList<>();
    for (NaiveOffer offer : matches) {
      Object value = offer.value(field.name());
      Object fold = offer.value("bundle_id");
      if (value != null && (fold == null || seen.add(List.of(identity(field, value), fold)))) {
        first.add(offer);
      }
    }
    return sorted(field, first);
  }

  private static List<Number> sorted(Field field, List<NaiveOffer> offers) {
    return offers.stream()
        .map(offer -> offer.value(field.name()))
        .filter(Objects::nonNull)
        .map(value -> Map.entry(decimal(value), value))
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .map(value -> value instanceof Double number ? (Number) (number + 0.0) : (Number) value)
        .toList();
  }
}
