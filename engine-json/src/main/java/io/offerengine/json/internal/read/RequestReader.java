package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static io.offerengine.query.ErrorCode.UNKNOWN_OPERATOR;

import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.Conjunction;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the keys and values of a search request into a query.
 *
 * <p>A refused request is an {@link InvalidQueryException} with a JSON Pointer into the request.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, sections 2.2 and 4.1; docs/query-language.md.
 */
public final class RequestReader {
  private static final String ANY_OF = "any_of";
  private static final String NONE_OF = "none_of";
  private static final String ANY = "any";

  /** The operators of the documented request. */
  private static final Set<Operator> DOCUMENTED = EnumSet.range(Operator.EQ, Operator.NOTIN);

  private final Schema schema;
  private final QueryLimits limits;

  /** Whether requests may use all operators and alternatives, which the API document lacks. */
  private final boolean isExtended;

  private final Map<String, ArgumentReader<?>> parameters = new LinkedHashMap<>();

  /**
   * The parameters of each object, such as {@code {"hours": 5, "down_gb": 100}}, by their names.
   */
  private final Map<String, Map<String, ArgumentReader<?>>> objects = new LinkedHashMap<>();

  private final Set<String> requestKeys = new LinkedHashSet<>();
  private final RequestNames names;

  /** Takes the conditions of one conjunction by the names that the request uses, as errors do. */
  private interface Conditions {
    void where(String name, String operator, @Nullable Object value);
  }

  /**
   * Creates a reader of searches for offers of a schema, within limits.
   *
   * @param isExtended whether requests may use all operators, {@code any_of} and {@code none_of}
   */
  public RequestReader(Schema schema, QueryLimits limits, boolean isExtended) {
    this.schema = schema;
    this.limits = limits;
    this.isExtended = isExtended;
    for (Parameter<?> parameter : schema.parameters()) {
      if (!parameter.object().isEmpty()) {
        objects
            .computeIfAbsent(parameter.object(), object -> new LinkedHashMap<>())
            .put(parameter.memberName(), new ArgumentReader<>(parameter));
      } else if (!parameter.isClock()) {
        parameters.put(parameter.name(), new ArgumentReader<>(parameter));
      }
    }
    requestKeys.addAll(List.of(RequestKeys.LIMIT, RequestKeys.ORDER, RequestKeys.DISABLE_BUNDLING));
    requestKeys.addAll(parameters.keySet());
    if (isExtended) {
      requestKeys.addAll(List.of(ANY_OF, NONE_OF));
      requestKeys.addAll(objects.keySet());
    }
    this.names = new RequestNames(schema, isExtended);
  }

  /** Returns the schema of the offers that are searched. */
  public Schema schema() {
    return schema;
  }

  /** Reads a search request. */
  public Query readSearch(Map<String, @Nullable Object> request) {
    return read(request, requestKeys);
  }

  /**
   * Reads an object with conditions alone: {@code limit}, {@code order} and the other request keys
   * are unknown.
   */
  public Query readConditions(Map<String, @Nullable Object> conditions) {
    return read(conditions, Set.of());
  }

  /** Reads a request that may have some keys beside its conditions. */
  private Query read(Map<String, @Nullable Object> request, Set<String> allowed) {
    QueryBuilder builder = Query.builder(schema, limits);
    Conditions conditions = builder::where;
    request.forEach((name, value) -> {
      if (allowed.contains(name)) {
        readKey(builder, name, RequestKeys.unwrapped(value), request);
      } else {
        readCondition(conditions, name, value, allowed, request);
      }
    });
    Query query = builder.build();
    for (int i = 0; i < query.order().size(); i++) {
      Field field = query.order().get(i).field();
      RequestNames.requireArguments(field, request, "/order/" + i + "/0");
    }
    return query;
  }

  /**
   * Reads one key as a condition.
   *
   * @param otherNames the names beside fields that an error may suggest
   * @param request the request as a whole
   */
  private void readCondition(
      Conditions conditions,
      String name,
      @Nullable Object value,
      Set<String> otherNames,
      Map<String, @Nullable Object> request) {
    if (schema.isIgnored(name, value)) {
      requireNoCondition(name, value);
      return;
    }
    FieldName known = names.find(name);
    if (known == null) {
      throw names.unknown(name, InvalidQueryException.pointer("", name), otherNames);
    }
    RequestNames.requireArguments(known.field(), request, InvalidQueryException.pointer("", name));
    readCondition(conditions, known, value);
  }

  /**
   * Reads the condition on a field; an empty condition is none.
   *
   * @param called the name of the field in the request: its own or an alias
   */
  private void readCondition(Conditions conditions, FieldName called, @Nullable Object value) {
    if (value instanceof Map<?, ?> condition) {
      condition.forEach((symbol, each) -> compare(conditions, called, (String) symbol, each));
      return;
    }
    if (value instanceof List<?>) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          InvalidQueryException.pointer("", called.name()),
          called.name()
              + " takes a condition or a single value, but got a list; use {\""
              + (isExtended && called.field().type().isList() ? "has_any" : "in")
              + "\": […]}");
    }
    if (value != null) {
      Operator operator = called.isLeast() ? Operator.GTE : Operator.EQ;
      compare(conditions, called, operator.symbol(), value);
    }
  }

  private void compare(
      Conditions conditions, FieldName called, String symbol, @Nullable Object value) {
    Operator operator = Operator.ofSymbol(symbol).orElse(null);
    if (!isExtended) {
      requireDocumented(called, operator, symbol);
    }
    if (operator == Operator.EQ && ANY.equals(value) && called.field().isFilterable()) {
      return;
    }
    if (operator != null) {
      requireFlat(called, symbol, value);
    }
    conditions.where(called.name(), symbol, value);
  }

  private static void requireDocumented(
      FieldName called, @Nullable Operator operator, String symbol) {
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

  /** Reads a list of objects with conditions. */
  private List<Conjunction> alternatives(
      String name, Object value, Map<String, @Nullable Object> request) {
    if (!(value instanceof List<?> given)) {
      throw MessageText.mismatch(
          "/" + name, name + " takes a list of objects with conditions", value);
    }
    List<Conjunction> alternatives = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      String path = "/" + name + "/" + i;
      Map<String, @Nullable Object> object =
          JsonTree.members(path, "an alternative is an object with conditions", given.get(i));
      Conjunction conjunction = Conjunction.of(schema, limits);
      Conditions conditions = conjunction::where;
      try {
        object.forEach((key, each) -> readCondition(conditions, key, each, Set.of(), request));
      } catch (InvalidQueryException e) {
        throw new InvalidQueryException(e.code(), path + e.path(), e.problem());
      }
      alternatives.add(conjunction);
    }
    return alternatives;
  }

  private void readKey(
      QueryBuilder builder,
      String name,
      @Nullable Object value,
      Map<String, @Nullable Object> request) {
    if (value == null) {
      return;
    }
    switch (name) {
      case RequestKeys.LIMIT -> builder.limit(RequestKeys.limit(value, limits.maxLimit()));
      case RequestKeys.ORDER -> RequestKeys.order(builder, names, value);
      case ANY_OF -> builder.whereAny(alternatives(name, value, request));
      case NONE_OF -> builder.whereNone(alternatives(name, value, request));
      case RequestKeys.DISABLE_BUNDLING -> builder.fold(!RequestKeys.flag(name, value));
      default -> {
        Map<String, ArgumentReader<?>> members = objects.get(name);
        if (members != null) {
          readObject(builder, name, members, value);
        } else {
          Objects.requireNonNull(parameters.get(name)).read(value, builder);
        }
      }
    }
  }

  /** Reads an object whose members are parameters; null means not given. */
  private static void readObject(
      QueryBuilder builder, String name, Map<String, ArgumentReader<?>> members, Object value) {
    String names = String.join(", ", members.keySet());
    String path = InvalidQueryException.pointer("", name);
    if (!(value instanceof Map<?, ?> object)) {
      throw MessageText.mismatch(path, name + " takes an object with " + names, value);
    }
    object.forEach((key, each) -> {
      ArgumentReader<?> member = members.get(key);
      if (member == null) {
        throw new InvalidQueryException(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer(path, (String) key),
            name + " has nothing called " + MessageText.name((String) key) + "; use " + names);
      }
      if (each != null) {
        member.read(each, builder);
      }
    });
  }

  /** Refuses a condition on a key without a meaning: nobody would notice that it is ignored. */
  private static void requireNoCondition(String name, @Nullable Object value) {
    if (value instanceof Map<?, ?> map
        && map.keySet().stream().anyMatch(RequestReader::isOperator)) {
      throw new InvalidQueryException(
          UNKNOWN_FIELD,
          InvalidQueryException.pointer("", name),
          "no offer field is called " + name + ", so that no condition can be put on it");
    }
  }

  private static boolean isOperator(@Nullable Object key) {
    return key instanceof String text && Operator.ofSymbol(text).isPresent();
  }
}
