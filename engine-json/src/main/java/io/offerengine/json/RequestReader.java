package io.offerengine.json;

import static io.offerengine.query.ErrorCode.EMPTY_CONDITION;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the keys and values of a request mean.
 *
 * <p>Every refusal is an {@link InvalidQueryException} whose path leads through the request.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, sections 2.2 and 4.1; decision 3 (conditions).
 */
final class RequestReader {
  private static final String ANY = "any";

  /** What clients of the real marketplace send along, and what carries no condition. */
  private static final Set<String> CLIENT_KEYS =
      Set.of(
          "sort_option",
          "gpu_option",
          "show_incompatible",
          "extra_ids",
          "template_id",
          "target_reliability");

  private final Schema schema;
  private final QueryLimits limits;
  private final RequestKeys keys;
  private final Map<String, ArgumentReader<?>> parameters = new LinkedHashMap<>();
  private final Set<String> clientKeys;
  private final Set<String> requestKeys = new LinkedHashSet<>();

  RequestReader(Schema schema, QueryLimits limits) {
    this.schema = schema;
    this.limits = limits;
    this.keys = new RequestKeys(limits);
    for (Parameter<?> parameter : schema.parameters()) {
      if (!parameter.isClock()) {
        parameters.put(parameter.name(), new ArgumentReader<>(parameter));
      }
    }
    this.clientKeys = schema == MarketplaceSchema.schema() ? CLIENT_KEYS : Set.of();
    requestKeys.addAll(List.of(RequestKeys.LIMIT, RequestKeys.ORDER, RequestKeys.DISABLE_BUNDLING));
    requestKeys.addAll(parameters.keySet());
  }

  /** Returns what is asked for. */
  Schema schema() {
    return schema;
  }

  /** Returns the keys that are no conditions. */
  Set<String> requestKeys() {
    return Collections.unmodifiableSet(requestKeys);
  }

  /** Reads a search. */
  SearchRequest readSearch(Map<String, @Nullable Object> request) {
    return read(request, true);
  }

  /**
   * Reads a map of conditions alone, in which {@code limit}, {@code order} and so on are unknown.
   */
  SearchRequest readConditions(Map<String, @Nullable Object> conditions) {
    return read(conditions, false);
  }

  private SearchRequest read(Map<String, @Nullable Object> request, boolean isSearch) {
    QueryBuilder builder = Query.builder(schema, limits);
    List<SearchRequest.Argument<?>> arguments = new ArrayList<>();
    for (Map.Entry<String, @Nullable Object> entry : request.entrySet()) {
      String name = entry.getKey();
      Object value = entry.getValue();
      if (isSearch && requestKeys.contains(name)) {
        readKey(builder, arguments, name, RequestKeys.unwrapped(value));
      } else if (!isIgnored(name, value)) {
        Field field =
            schema
                .queryField(name)
                .orElseThrow(() -> unknownField(name, isSearch ? requestKeys : Set.of()));
        readCondition(builder, field, name, value);
      }
    }
    return new SearchRequest(builder.build(), limits, arguments);
  }

  private void readKey(
      QueryBuilder builder,
      List<SearchRequest.Argument<?>> arguments,
      String name,
      @Nullable Object value) {
    if (value == null) {
      return;
    }
    switch (name) {
      case RequestKeys.LIMIT -> builder.limit(keys.limit(value));
      case RequestKeys.ORDER -> RequestKeys.order(builder, value);
      case RequestKeys.DISABLE_BUNDLING -> builder.fold(!RequestKeys.flag(name, value));
      default -> {
        ArgumentReader<?> reader = Objects.requireNonNull(parameters.get(name));
        SearchRequest.Argument<?> argument = reader.read(value);
        argument.giveTo(builder);
        arguments.add(argument);
      }
    }
  }

  private boolean isIgnored(String name, @Nullable Object value) {
    if (schema == MarketplaceSchema.schema() && name.equals("resource_type")) {
      return "gpu".equals(value);
    }
    if (!clientKeys.contains(name)) {
      return false;
    }
    if (value instanceof Map<?, ?> map
        && map.keySet().stream().anyMatch(RequestReader::isOperator)) {
      throw new InvalidQueryException(
          UNKNOWN_FIELD,
          InvalidQueryException.pointer("", name),
          "no offer field is called " + name + ", so that no condition can be put on it");
    }
    return true;
  }

  private static boolean isOperator(@Nullable Object key) {
    return key instanceof String text && Operator.ofSymbol(text).isPresent();
  }

  private static void readCondition(
      QueryBuilder builder, Field field, String name, @Nullable Object value) {
    if (value == null) {
      return;
    }
    if (value instanceof List<?>) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          InvalidQueryException.pointer("", name),
          field + " takes a condition or a single value, but got a list; use {\"in\": […]}");
    }
    if (!(value instanceof Map<?, ?> condition)) {
      readComparison(builder, field, name, "eq", value);
      return;
    }
    if (condition.isEmpty()) {
      throw new InvalidQueryException(
          EMPTY_CONDITION,
          InvalidQueryException.pointer("", name),
          "a condition needs an operator: eq, neq, gt, gte, lt, lte, in or notin");
    }
    for (Map.Entry<?, ?> comparison : condition.entrySet()) {
      String operator = String.valueOf(comparison.getKey());
      readComparison(builder, field, name, operator, comparison.getValue());
    }
  }

  private static void readComparison(
      QueryBuilder builder, Field field, String name, String operator, @Nullable Object value) {
    if (operator.equals("eq") && ANY.equals(value) && field.isFilterable()) {
      return;
    }
    if (Operator.ofSymbol(operator).isPresent()) {
      requireFlat(name, operator, value);
    }
    builder.where(name, operator, value);
  }

  /** Refuses what no operator compares with: objects, and lists within lists. */
  private static void requireFlat(String name, String operator, @Nullable Object value) {
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
              "a list of values holds single values, but got " + Shown.value(list.get(i)));
        }
      }
    }
  }

  private InvalidQueryException unknownField(String name, Set<String> furtherNames) {
    String suggestion =
        schema
            .nearestName(name, furtherNames)
            .map(near -> "; did you mean " + near + "?")
            .orElse("");
    return new InvalidQueryException(
        UNKNOWN_FIELD,
        InvalidQueryException.pointer("", name),
        "no offer field is called " + Shown.name(name) + suggestion);
  }
}
