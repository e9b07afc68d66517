package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.EMPTY_CONDITION;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Operator;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the conditions of one request on a query.
 *
 * <p>Every refusal is an {@link InvalidQueryException} whose path leads through the request.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * <p>Source: API document, section 2.2; decision 3 (conditions).
 */
final class RequestConditions {
  private static final String ANY = "any";

  private final QueryBuilder query;

  /** One for all conditions, since most have one comparison. */
  private final BiConsumer<Object, @Nullable Object> comparisons = this::compare;

  /** What is being compared, by the name that the request calls it by. */
  private Field field;

  private String name;

  RequestConditions(QueryBuilder query, Field any) {
    this.query = query;
    this.field = any;
    this.name = any.name();
  }

  /**
   * Reads the condition on a field.
   *
   * @param calledBy the field's name or an alias of it
   */
  void read(Field conditioned, String calledBy, @Nullable Object value) {
    field = conditioned;
    name = calledBy;
    if (value instanceof Map<?, ?> condition) {
      if (condition.isEmpty()) {
        throw new InvalidQueryException(
            EMPTY_CONDITION,
            InvalidQueryException.pointer("", name),
            "a condition needs an operator: eq, neq, gt, gte, lt, lte, in or notin");
      }
      condition.forEach(comparisons);
      return;
    }
    if (value instanceof List<?>) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          InvalidQueryException.pointer("", name),
          field + " takes a condition or a single value, but got a list; use {\"in\": […]}");
    }
    if (value != null) {
      compare(Operator.EQ.symbol(), value);
    }
  }

  private void compare(Object key, @Nullable Object value) {
    String symbol = (String) key;
    Operator operator = Operator.ofSymbol(symbol).orElse(null);
    if (operator == Operator.EQ && ANY.equals(value) && field.isFilterable()) {
      return;
    }
    if (operator != null) {
      requireFlat(symbol, value);
    }
    if (operator == null || !name.equals(field.name())) {
      // An error calls field and operator as the request does.
      query.where(name, symbol, value);
      return;
    }
    query.where(field, operator, value);
  }

  /** Refuses what no operator compares with: objects, and lists within lists. */
  private void requireFlat(String operator, @Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          InvalidQueryException.pointer("", name) + "/" + operator,
          operator + " takes no object; give the value itself");
    }
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i) instanceof Map<?, ?> || list.get(i) instanceof List<?>) {
          throw new InvalidQueryException(
              INVALID_VALUE,
              InvalidQueryException.pointer("", name) + "/" + operator + "/" + i,
              "a list of values holds single values, but got " + MessageText.value(list.get(i)));
        }
      }
    }
  }
}
