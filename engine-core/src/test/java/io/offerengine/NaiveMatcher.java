package io.offerengine;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The slow search that the engine must equal: every offer against every condition, then a sort,
 * then the fold, then the cut.
 *
 * <p>Written from the documents' rules for conditions and order; it shares no comparison, no
 * coercion and no arithmetic with the engine.
 */
final class NaiveMatcher {
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("ubuntu_version", "os_version"),
          Map.entry("reliability2", "reliability"),
          Map.entry("target_reliability", "expected_reliability"),
          Map.entry("cuda_vers", "cuda_max_good"),
          Map.entry("dph", "dph_total"),
          Map.entry("dphtotal", "dph_total"),
          Map.entry("dlperf_usd", "dlperf_per_dphtotal"),
          Map.entry("flops_usd", "flops_per_dphtotal"),
          Map.entry("display_active", "gpu_display_active"),
          Map.entry("gpu_totalram", "gpu_total_ram"),
          Map.entry("gpu_ram_GB", "gpu_ram"),
          Map.entry("gpu_total_ram_GB", "gpu_total_ram"),
          Map.entry("gpu_totalram_GB", "gpu_total_ram"),
          Map.entry("cpu_ram_GB", "cpu_ram"));

  private final NaiveQuery query;
  private final List<NaiveOffer> matches = new ArrayList<>();

  /** Matches some offers at the time of a clock, in seconds since 1970. */
  NaiveMatcher(Collection<Offer> offers, NaiveQuery query, double clock) {
    this.query = query;
    for (Offer offer : offers) {
      NaiveOffer candidate = new NaiveOffer(offer, query, clock);
      if (matches(candidate)) {
        matches.add(candidate);
      }
    }
    matches.sort(order());
  }

  /** Returns the name of the field that a name in a request means. */
  static String fieldOf(String nameOrAlias) {
    return ALIASES.getOrDefault(nameOrAlias, nameOrAlias);
  }

  /** Returns the number of matches before folding. */
  int count() {
    return matches.size();
  }

  /** Returns all results in order, folded if asked for, whatever the limit. */
  List<NaiveOffer> results() {
    Set<Object> seen = new HashSet<>();
    return matches.stream()
        .filter(match -> {
          Object bundle = query.fold() ? match.value("bundle_id") : null;
          return bundle == null || seen.add(bundle);
        })
        .toList();
  }

  /** Returns the first results, as many as the limit allows. */
  List<NaiveOffer> page() {
    List<NaiveOffer> results = results();
    return results.subList(0, Math.min(query.limit(), results.size()));
  }

  private boolean matches(NaiveOffer offer) {
    if (query.type() == io.offerengine.marketplace.InstanceType.BID
        && offer.value("min_bid") == null) {
      return false;
    }
    Object disk = offer.value("disk_space");
    if (query.storage() != null && disk != null && (Double) disk < query.storage()) {
      return false;
    }
    return holdAll(query.conditions(), offer)
        && query.groups().stream().allMatch(group -> holds(group, offer));
  }

  private static boolean holds(NaiveQuery.Group group, NaiveOffer offer) {
    return group.alternatives().stream().anyMatch(one -> holdAll(one, offer)) != group.isNone();
  }

  private static boolean holdAll(List<NaiveQuery.Condition> conditions, NaiveOffer offer) {
    return conditions.stream().allMatch(condition -> holds(condition, offer));
  }

  private static boolean holds(NaiveQuery.Condition condition, NaiveOffer offer) {
    String field = fieldOf(condition.field());
    Object operand = inMegabytes(condition.field(), condition.value());
    Object value = compared(field, offer);
    if (field.equals("external")) {
      boolean shown = flag(operand) == condition.operator().equals("eq");
      return shown || value.equals(false);
    }
    if (operand == null) {
      return (value == null) == condition.operator().equals("eq");
    }
    if (value == null) {
      return false;
    }
    return switch (condition.operator()) {
      case "starts_with" -> plain(value).regionMatches(true, 0, plain(operand), 0, length(operand));
      case "contains" ->
          IntStream.rangeClosed(0, plain(value).length())
              .anyMatch(
                  at -> plain(value).regionMatches(true, at, plain(operand), 0, length(operand)));
      case "has" -> has(value, operand);
      case "has_any" -> ((Collection<?>) operand).stream().anyMatch(one -> has(value, one));
      case "has_all" -> ((Collection<?>) operand).stream().allMatch(one -> has(value, one));
      case "eq" -> equal(field, value, operand);
      case "neq" -> !equal(field, value, operand);
      case "in" -> ((Collection<?>) operand).stream().anyMatch(one -> equal(field, value, one));
      case "notin" -> ((Collection<?>) operand).stream().noneMatch(one -> equal(field, value, one));
      default -> ordered(condition.operator(), field, value, operand);
    };
  }

  /** Returns an operand of a name in GB in MB, and any other as it is. */
  private static @Nullable Object inMegabytes(String name, @Nullable Object operand) {
    if (operand == null || !name.endsWith("_GB")) {
      return operand;
    }
    return operand instanceof Collection<?> list
        ? list.stream().map(each -> inMegabytes(name, each)).toList()
        : new BigDecimal(operand.toString()).multiply(BigDecimal.valueOf(1000));
  }

  private static int length(Object text) {
    return ((String) text).length();
  }

  private static boolean has(Object list, Object operand) {
    return Arrays.stream((long[]) list)
        .anyMatch(each -> BigDecimal.valueOf(each).compareTo(decimal(operand)) == 0);
  }

  /** Returns the value of a field, with false for absence where absence counts as false. */
  private static @Nullable Object compared(String field, NaiveOffer offer) {
    Object value = offer.value(field);
    boolean absentAsFalse = field.equals("rented") || field.equals("external");
    return value == null && absentAsFalse ? false : value;
  }

  private static boolean equal(String field, Object value, Object operand) {
    return switch (type(field)) {
      case INTEGER, NUMBER -> compareNumbers(field, value, operand) == 0;
      case BOOLEAN -> value.equals(flag(operand));
      case TEXT -> plain(value).equals(plain(operand));
      case VERSION ->
          versionParts((String) value) != null
              && versionParts((String) value).equals(versionOperand(operand));
      case PLACE -> {
        String place = plain(value);
        String wanted = plain(operand);
        boolean country = wanted.matches("[A-Z][A-Z]");
        yield place.equals(wanted) || (country && place.endsWith(", " + wanted));
      }
      case DATE, INSTANT, INTEGER_LIST, TEXT_LIST, OBJECT ->
          throw new IllegalArgumentException(field);
    };
  }

  private static boolean ordered(String operator, String field, Object value, Object operand) {
    int order;
    if (type(field) == FieldType.VERSION) {
      List<BigInteger> parts = versionParts((String) value);
      if (parts == null) {
        return false;
      }
      order = compareParts(parts, versionOperand(operand));
    } else {
      order = compareNumbers(field, value, operand);
    }
    return switch (operator) {
      case "gt" -> order > 0;
      case "gte" -> order >= 0;
      case "lt" -> order < 0;
      case "lte" -> order <= 0;
      default -> throw new IllegalArgumentException(operator);
    };
  }

  /** Compares integers exactly, numbers as the nearest doubles. */
  private static int compareNumbers(String field, Object value, Object operand) {
    if (type(field) == FieldType.INTEGER) {
      return BigDecimal.valueOf((Long) value).compareTo(decimal(operand));
    }
    double nearest =
        operand instanceof Number number
            ? number.doubleValue()
            : Double.parseDouble(operand.toString());
    return new BigDecimal((Double) value).compareTo(new BigDecimal(nearest));
  }

  private static BigDecimal decimal(Object operand) {
    if (operand instanceof Double || operand instanceof Float) {
      return new BigDecimal(((Number) operand).doubleValue());
    }
    if (operand instanceof Boolean || operand.toString().matches("[tT]rue|[fF]alse")) {
      return flag(operand) ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    return new BigDecimal(operand.toString());
  }

  private static boolean flag(Object operand) {
    return switch (operand.toString()) {
      case "true", "True", "1", "1.0" -> true;
      case "false", "False", "0", "0.0" -> false;
      default -> throw new IllegalArgumentException(operand.toString());
    };
  }

  private static String plain(Object text) {
    return ((String) text).replace('_', ' ');
  }

  private static FieldType type(String field) {
    return MarketplaceSchema.schema().field(field).orElseThrow().type();
  }

  /** Returns the parts of a version without trailing zeros; null for a text that is none. */
  static @Nullable List<BigInteger> versionParts(String text) {
    if (!text.matches("[0-9]+(\\.[0-9]+)*")) {
      return null;
    }
    List<BigInteger> parts = new ArrayList<>();
    Arrays.stream(text.split("\\.", -1)).map(BigInteger::new).forEach(parts::add);
    while (!parts.isEmpty() && parts.get(parts.size() - 1).signum() == 0) {
      parts.remove(parts.size() - 1);
    }
    return parts;
  }

  /** Returns the parts that a query means: from a million on, digits without a dot are packed. */
  private static List<BigInteger> versionOperand(Object operand) {
    String text = operand instanceof NumberLiteral literal ? literal.text() : operand.toString();
    if (text.contains(".") || new BigInteger(text).compareTo(BigInteger.valueOf(1_000_000)) < 0) {
      return versionParts(text);
    }
    BigInteger[] major = new BigInteger(text).divideAndRemainder(BigInteger.valueOf(1_000_000));
    BigInteger[] minor = major[1].divideAndRemainder(BigInteger.valueOf(1000));
    return versionParts(major[0] + "." + minor[0] + "." + minor[1]);
  }

  private static int compareParts(List<BigInteger> left, List<BigInteger> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = left.get(i).compareTo(right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private Comparator<NaiveOffer> order() {
    List<NaiveQuery.Key> keys =
        query.order() == null ? List.of(new NaiveQuery.Key("score", true)) : query.order();
    return (left, right) -> {
      for (NaiveQuery.Key key : keys) {
        int order = compare(key, fieldOf(key.field()), left, right);
        if (order != 0) {
          return order;
        }
      }
      return Long.compare(left.id(), right.id());
    };
  }

  /**
   * Compares by one key: absent values last in both directions, before them unreadable versions.
   */
  private static int compare(NaiveQuery.Key key, String field, NaiveOffer left, NaiveOffer right) {
    Object a = compared(field, left);
    Object b = compared(field, right);
    int last = Integer.compare(lastness(field, a), lastness(field, b));
    if (last != 0 || a == null) {
      return last;
    }
    int order =
        switch (type(field)) {
          case INTEGER, NUMBER -> compareNumbers(field, a, b);
          case BOOLEAN -> Boolean.compare((Boolean) a, (Boolean) b);
          case VERSION ->
              versionParts((String) a) == null
                  ? compareTexts(a, b)
                  : compareParts(versionParts((String) a), versionParts((String) b));
          case TEXT, PLACE -> compareTexts(a, b);
          case DATE, INSTANT, INTEGER_LIST, TEXT_LIST, OBJECT ->
              throw new IllegalArgumentException(field);
        };
    return key.descending() ? -order : order;
  }

  private static int lastness(String field, @Nullable Object value) {
    boolean unreadable =
        type(field) == FieldType.VERSION && value != null && versionParts((String) value) == null;
    return value == null ? 2 : unreadable ? 1 : 0;
  }

  private static int compareTexts(Object left, Object right) {
    return Arrays.compare(plain(left).codePoints().toArray(), plain(right).codePoints().toArray());
  }
}
