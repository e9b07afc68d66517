package io.offerengine;

import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.SortKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
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

  /** Returns the number of matches before folding. */
  int count() {
    return matches.size();
  }

  /** Returns all results in order, folded if asked for, whatever the limit. */
  List<NaiveOffer> results() {
    Set<Object> seen = new HashSet<>();
    return matches.stream()
        .filter(match -> {
          Object fold = query.fold() ? match.fold() : null;
          return fold == null || seen.add(fold);
        })
        .toList();
  }

  /** Returns the first results, as many as the limit allows. */
  List<NaiveOffer> page() {
    List<NaiveOffer> results = results();
    return results.subList(0, Math.min(query.limit(), results.size()));
  }

  private boolean matches(NaiveOffer offer) {
    return query.rules().isAllowed(offer)
        && holdAll(query.conditions(), offer)
        && query.groups().stream().allMatch(group -> holds(group, offer));
  }

  private boolean holds(NaiveQuery.Group group, NaiveOffer offer) {
    return group.alternatives().stream().anyMatch(one -> holdAll(one, offer)) != group.isNone();
  }

  private boolean holdAll(List<NaiveQuery.Condition> conditions, NaiveOffer offer) {
    return conditions.stream().allMatch(condition -> holds(condition, offer));
  }

  private boolean holds(NaiveQuery.Condition condition, NaiveOffer offer) {
    Field field = query.field(condition.field());
    Object operand = inMegabytes(condition.field(), condition.value());
    Object value = compared(field, offer);
    if (field.isSwitch()) {
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
      case "starts_with" -> occurs(key(field, operand), key(field, value), 0);
      case "contains" ->
          IntStream.rangeClosed(0, key(field, value).length())
              .anyMatch(at -> occurs(key(field, operand), key(field, value), at));
      case "has" -> has(field, value, operand);
      case "has_any" -> ((Collection<?>) operand).stream().anyMatch(one -> has(field, value, one));
      case "has_all" -> ((Collection<?>) operand).stream().allMatch(one -> has(field, value, one));
      case "eq" -> equal(field, value, operand);
      case "neq" -> !equal(field, value, operand);
      case "in" -> ((Collection<?>) operand).stream().anyMatch(one -> equal(field, value, one));
      case "notin" -> ((Collection<?>) operand).stream().noneMatch(one -> equal(field, value, one));
      default -> ordered(condition.operator(), field, value, operand);
    };
  }

  private static boolean occurs(String part, String text, int at) {
    return text.regionMatches(true, at, part, 0, part.length());
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

  private boolean has(Field field, Object list, Object operand) {
    return list instanceof long[] integers
        ? Arrays.stream(integers)
            .anyMatch(each -> BigDecimal.valueOf(each).compareTo(decimal(operand)) == 0)
        : ((List<?>) list).stream().anyMatch(each -> key(field, each).equals(key(field, operand)));
  }

  /** Returns the value of a field, with false for absence where absence counts as false. */
  private static @Nullable Object compared(Field field, NaiveOffer offer) {
    Object value = offer.value(field);
    return value == null && field.isAbsentAsFalse() ? false : value;
  }

  private boolean equal(Field field, Object value, Object operand) {
    return switch (field.type()) {
      case INTEGER, NUMBER, DATE, INSTANT -> compareNumbers(field, value, operand) == 0;
      case BOOLEAN -> value.equals(flag(operand));
      case TEXT -> key(field, value).equals(key(field, operand));
      case VERSION ->
          versionParts((String) value) != null
              && versionParts((String) value).equals(versionOperand(operand));
      case PLACE -> {
        String place = key(field, value);
        String wanted = key(field, operand);
        boolean country = wanted.matches("[A-Z][A-Z]");
        yield place.equals(wanted) || (country && place.endsWith(", " + wanted));
      }
      case INTEGER_LIST, TEXT_LIST, OBJECT -> throw new IllegalArgumentException(field.name());
    };
  }

  private static boolean ordered(String operator, Field field, Object value, Object operand) {
    int order;
    if (field.type() == FieldType.VERSION) {
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

  /** Compares integers and times exactly, numbers as the nearest doubles. */
  private static int compareNumbers(Field field, Object value, Object operand) {
    if (field.type() != FieldType.NUMBER) {
      return BigDecimal.valueOf((Long) value).compareTo(decimal(inKeys(field, operand)));
    }
    double nearest =
        operand instanceof Number number
            ? number.doubleValue()
            : Double.parseDouble(operand.toString());
    return new BigDecimal((Double) value).compareTo(new BigDecimal(nearest));
  }

  /** Returns the days or nanoseconds of a time since 1970, and any other operand as it is. */
  private static Object inKeys(Field field, Object operand) {
    if (operand instanceof Long) {
      return operand;
    }
    return switch (field.type()) {
      case DATE -> LocalDate.parse(operand.toString()).toEpochDay();
      case INSTANT -> ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(operand.toString()));
      default -> operand;
    };
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

  private String key(Field field, Object text) {
    return query.rules().key(field, (String) text);
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
    return (left, right) -> {
      for (NaiveQuery.Key key : keys()) {
        int order = compare(key, query.field(key.field()), left, right);
        if (order != 0) {
          return order;
        }
      }
      return Long.compare(left.id(), right.id());
    };
  }

  private List<NaiveQuery.Key> keys() {
    List<NaiveQuery.Key> given = query.order();
    SortKey usual = query.schema().defaultOrder();
    if (given != null || usual == null) {
      return given == null ? List.of() : given;
    }
    boolean isDescending = usual.direction() == Direction.DESC;
    return List.of(new NaiveQuery.Key(usual.field().name(), isDescending));
  }

  /**
   * Compares by one key: absent values last in both directions, before them unreadable versions.
   */
  private int compare(NaiveQuery.Key key, Field field, NaiveOffer left, NaiveOffer right) {
    Object a = compared(field, left);
    Object b = compared(field, right);
    int last = Integer.compare(lastness(field, a), lastness(field, b));
    if (last != 0 || a == null) {
      return last;
    }
    int order =
        switch (field.type()) {
          case INTEGER, NUMBER, DATE, INSTANT -> compareNumbers(field, a, b);
          case BOOLEAN -> Boolean.compare((Boolean) a, (Boolean) b);
          case VERSION ->
              versionParts((String) a) == null
                  ? compareTexts(key(field, a), key(field, b))
                  : compareParts(versionParts((String) a), versionParts((String) b));
          case TEXT, PLACE -> compareTexts(key(field, a), key(field, b));
          case INTEGER_LIST, TEXT_LIST, OBJECT -> throw new IllegalArgumentException(field.name());
        };
    return key.descending() ? -order : order;
  }

  private static int lastness(Field field, @Nullable Object value) {
    boolean unreadable =
        field.type() == FieldType.VERSION && value != null && versionParts((String) value) == null;
    return value == null ? 2 : unreadable ? 1 : 0;
  }

  static int compareTexts(String left, String right) {
    return Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
  }
}
