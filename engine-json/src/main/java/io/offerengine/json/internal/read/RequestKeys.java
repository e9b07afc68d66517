package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_LIMIT;
import static io.offerengine.query.ErrorCode.INVALID_ORDER;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Schema.FieldName;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of a request that are not conditions: {@code limit}, {@code order} and {@code
 * disable_bundling}.
 *
 * <p>Clients send a value as it is or as {@code {"eq": value}}. They send numbers and flags as
 * texts too.
 *
 * <p>Source: API document, section 4.1; docs/query-language.md.
 */
public final class RequestKeys {
  /** The key with the largest number of results. */
  public static final String LIMIT = "limit";

  /** The key with the order of the results. */
  public static final String ORDER = "order";

  /** The key with the kind of rental, a parameter of the marketplace's schema. */
  public static final String TYPE = "type";

  /** The key that says whether a search folds. */
  public static final String DISABLE_BUNDLING = "disable_bundling";

  private RequestKeys() {}

  /** Returns the value in {@code {"eq": value}}; any other value is returned as it is. */
  public static @Nullable Object unwrapped(@Nullable Object value) {
    if (value instanceof Map<?, ?> map && map.size() == 1 && map.containsKey("eq")) {
      return map.get("eq");
    }
    return value;
  }

  /** Returns the limit; an error if the value is no whole number up to {@code most}. */
  static int limit(Object value, int most) {
    NumberLiteral number = number(value);
    if (number == null) {
      throw new InvalidQueryException(INVALID_VALUE, "/limit", limitProblem(value, most));
    }
    double nearest = number.doubleValue();
    boolean isInRange = nearest >= 0 && nearest <= most;
    if (!isInRange || !isIntegral(number)) {
      throw new InvalidQueryException(INVALID_LIMIT, "/limit", limitProblem(value, most));
    }
    return (int) nearest;
  }

  private static String limitProblem(Object value, int most) {
    return "a limit is a whole number from 0 to " + most + ", but got " + MessageText.value(value);
  }

  private static boolean isIntegral(NumberLiteral number) {
    if (number.isIntegerLiteral()) {
      return true;
    }
    try {
      return new BigDecimal(number.text()).stripTrailingZeros().scale() <= 0;
    } catch (NumberFormatException exponentBeyondInt) {
      return false;
    }
  }

  /**
   * Returns true for {@code true}, {@code "true"}, {@code "True"}, {@code "1"} and 1, and false for
   * the opposites; any other value is an error.
   */
  public static boolean flag(String name, Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (value instanceof String text) {
      return switch (text) {
        case "true", "True", "1" -> true;
        case "false", "False", "0" -> false;
        default -> throw mismatch(name, value);
      };
    }
    double number = value instanceof NumberLiteral literal ? literal.doubleValue() : Double.NaN;
    if (number == 0 || number == 1) {
      return number == 1;
    }
    throw mismatch(name, value);
  }

  /**
   * Orders a query by a list of pairs of field and direction. An empty list means the order of
   * identifiers.
   */
  static void order(QueryBuilder builder, RequestNames names, Object value) {
    if (!(value instanceof List<?> pairs)) {
      throw invalidOrder("/order", "an order is a list of [field, direction] pairs", value);
    }
    builder.orderById();
    for (int i = 0; i < pairs.size(); i++) {
      String path = "/order/" + i;
      if (!(pairs.get(i) instanceof List<?> pair)) {
        throw invalidOrder(path, "an element of order is a pair [field, direction]", pairs.get(i));
      }
      if (pair.size() != 2) {
        throw new InvalidQueryException(
            INVALID_ORDER,
            path,
            "an element of order has exactly 2 elements, field and direction, but got "
                + pair.size());
      }
      if (!(pair.get(0) instanceof String field)) {
        throw invalidOrder(path + "/0", "the name of a field is a text", pair.get(0));
      }
      if (!(pair.get(1) instanceof String direction)) {
        throw invalidOrder(path + "/1", "a direction is asc or desc", pair.get(1));
      }
      FieldName known = names.find(field);
      if (known == null) {
        throw names.unknown(field, path + "/0", List.of());
      }
      builder.orderBy(known.field().name(), direction);
    }
  }

  private static InvalidQueryException invalidOrder(
      String path, String allowed, @Nullable Object value) {
    return new InvalidQueryException(
        INVALID_ORDER, path, allowed + ", but got " + MessageText.value(value));
  }

  private static InvalidQueryException mismatch(String name, Object value) {
    return MessageText.mismatch(
        InvalidQueryException.pointer("", name), name + " takes true or false", value);
  }

  /** Returns the number that a value is, or that a text says; null for anything else. */
  public static @Nullable NumberLiteral number(Object value) {
    if (value instanceof NumberLiteral number) {
      return number;
    }
    return value instanceof String text ? NumberLiteral.parse(text).orElse(null) : null;
  }
}
