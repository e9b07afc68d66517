package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;
import static io.offerengine.query.ErrorCode.UNKNOWN_OPERATOR;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.Field;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema.FieldName;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds the conditions of one conjunction to a query.
 *
 * <p>A refused condition is an {@link InvalidQueryException} with a JSON Pointer into the request.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * <p>Source: API document, section 2.2; docs/query-language.md.
 */
final class RequestConditions {
  private static final String ANY = "any";

  /** The operators of the documented request. */
  private static final Set<Operator> DOCUMENTED = EnumSet.range(Operator.EQ, Operator.NOTIN);

  private final Named named;
  private final Direct direct;
  private final boolean hasAllOperators;

  /** The method {@link #compare} as one object for all conditions. */
  private final BiConsumer<Object, @Nullable Object> comparisons = this::compare;

  /** The field of the current condition. */
  private Field field;

  /** The name of that field in the request: its name or an alias. */
  private FieldName called;

  /** Receives conditions by the names of field and operator that the request uses. */
  interface Named {
    void where(String name, String operator, @Nullable Object value);
  }

  /** Receives conditions whose field has its own name in the request. */
  interface Direct {
    void where(Field field, Operator operator, @Nullable Object value);
  }

  /**
   * Creates a reader of the conditions of one conjunction.
   *
   * @param any the name of any field
   * @param hasAllOperators whether all operators may be used, not only the documented ones
   */
  RequestConditions(Named named, Direct direct, FieldName any, boolean hasAllOperators) {
    this.named = named;
    this.direct = direct;
    this.hasAllOperators = hasAllOperators;
    this.field = any.field();
    this.called = any;
  }

  /** Reads the condition on a field; an empty condition is none. */
  void read(FieldName conditioned, @Nullable Object value) {
    field = conditioned.field();
    called = conditioned;
    if (value instanceof Map<?, ?> condition) {
      condition.forEach(comparisons);
      return;
    }
    if (value instanceof List<?>) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          InvalidQueryException.pointer("", called.name()),
          called.name()
              + " takes a condition or a single value, but got a list; use {\""
              + (hasAllOperators && field.type().isList() ? "has_any" : "in")
              + "\": […]}");
    }
    if (value != null) {
      compare((called.isLeast() ? Operator.GTE : Operator.EQ).symbol(), value);
    }
  }

  private void compare(Object key, @Nullable Object value) {
    String symbol = (String) key;
    Operator operator = Operator.ofSymbol(symbol).orElse(null);
    if (!hasAllOperators) {
      requireDocumented(operator, symbol);
    }
    if (operator == Operator.EQ && ANY.equals(value) && field.isFilterable()) {
      return;
    }
    if (operator != null) {
      requireFlat(symbol, value);
    }
    if (operator == null || !called.isOwn()) {
      // An error uses the names of field and operator that the request uses.
      named.where(called.name(), symbol, value);
      return;
    }
    direct.where(field, operator, value);
  }

  private void requireDocumented(@Nullable Operator operator, String symbol) {
    if (operator == null || !DOCUMENTED.contains(operator)) {
      throw new InvalidQueryException(
          UNKNOWN_OPERATOR,
          path(symbol),
          "no operator is called " + MessageText.name(symbol) + "; use " + operators());
    }
    if (field.type().isList()) {
      throw new InvalidQueryException(
          OPERATOR_NOT_SUPPORTED,
          path(symbol),
          field + " is of type " + field.type().label() + ", which no condition can compare");
    }
  }

  /** Returns the names of the operators that may be used. */
  private String operators() {
    String documented = "eq, neq, gt, gte, lt, lte, in";
    return hasAllOperators
        ? documented + ", notin, starts_with, contains, has, has_any or has_all"
        : documented + " or notin";
  }

  private String path(String symbol) {
    return InvalidQueryException.pointer(InvalidQueryException.pointer("", called.name()), symbol);
  }

  /** Refuses an object, a list within a list, and an object within a list. */
  private void requireFlat(String operator, @Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          InvalidQueryException.pointer("", called.name()) + "/" + operator,
          operator + " takes no object; give the value itself");
    }
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i) instanceof Map<?, ?> || list.get(i) instanceof List<?>) {
          throw MessageText.mismatch(
              InvalidQueryException.pointer("", called.name()) + "/" + operator + "/" + i,
              "a list of values holds single values",
              list.get(i));
        }
      }
    }
  }
}
