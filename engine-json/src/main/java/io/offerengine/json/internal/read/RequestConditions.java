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

  private final Receiver receiver;
  private final boolean hasAllOperators;

  /** Receives conditions by the names of field and operator that the request uses, as errors do. */
  interface Receiver {
    void where(String name, String operator, @Nullable Object value);
  }

  /**
   * Creates a reader of the conditions of one conjunction.
   *
   * @param hasAllOperators whether all operators may be used, not only the documented ones
   */
  RequestConditions(Receiver receiver, boolean hasAllOperators) {
    this.receiver = receiver;
    this.hasAllOperators = hasAllOperators;
  }

  /**
   * Reads the condition on a field; an empty condition is none.
   *
   * @param called the name of the field in the request: its own or an alias
   */
  void read(FieldName called, @Nullable Object value) {
    if (value instanceof Map<?, ?> condition) {
      condition.forEach((symbol, each) -> compare(called, (String) symbol, each));
      return;
    }
    if (value instanceof List<?>) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          InvalidQueryException.pointer("", called.name()),
          called.name()
              + " takes a condition or a single value, but got a list; use {\""
              + (hasAllOperators && called.field().type().isList() ? "has_any" : "in")
              + "\": […]}");
    }
    if (value != null) {
      compare(called, (called.isLeast() ? Operator.GTE : Operator.EQ).symbol(), value);
    }
  }

  private void compare(FieldName called, String symbol, @Nullable Object value) {
    Operator operator = Operator.ofSymbol(symbol).orElse(null);
    if (!hasAllOperators) {
      requireDocumented(called, operator, symbol);
    }
    if (operator == Operator.EQ && ANY.equals(value) && called.field().isFilterable()) {
      return;
    }
    if (operator != null) {
      requireFlat(called, symbol, value);
    }
    receiver.where(called.name(), symbol, value);
  }

  private void requireDocumented(FieldName called, @Nullable Operator operator, String symbol) {
    if (operator == null || !DOCUMENTED.contains(operator)) {
      throw new InvalidQueryException(
          UNKNOWN_OPERATOR,
          path(called, symbol),
          "no operator is called "
              + MessageText.name(symbol)
              + "; use eq, neq, gt, gte, lt, lte, in or notin");
    }
    Field field = called.field();
    if (field.type().isList()) {
      throw new InvalidQueryException(
          OPERATOR_NOT_SUPPORTED,
          path(called, symbol),
          field + " is of type " + field.type().label() + ", which no condition can compare");
    }
  }

  private static String path(FieldName called, String symbol) {
    return InvalidQueryException.pointer(InvalidQueryException.pointer("", called.name()), symbol);
  }

  /** Refuses an object, a list within a list, and an object within a list. */
  private static void requireFlat(FieldName called, String operator, @Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          path(called, operator),
          operator + " takes no object; give the value itself");
    }
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i) instanceof Map<?, ?> || list.get(i) instanceof List<?>) {
          throw MessageText.mismatch(
              path(called, operator) + "/" + i,
              "a list of values holds single values",
              list.get(i));
        }
      }
    }
  }
}
