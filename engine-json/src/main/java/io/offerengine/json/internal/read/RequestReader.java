package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Conjunction;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
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
 * <p>Source: API document, sections 2.2 and 4.1; decisions 3 and 14.
 */
public final class RequestReader {
  private static final String RESOURCE_TYPE = "resource_type";
  private static final String ANY_OF = "any_of";
  private static final String NONE_OF = "none_of";

  /** Keys that clients of the real marketplace send and that carry no condition. */
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

  /** Whether requests may use all operators and alternatives, which the API document lacks. */
  private final boolean isExtended;

  private final RequestKeys keys;
  private final Map<String, ArgumentReader<?>> parameters = new LinkedHashMap<>();
  private final Set<String> clientKeys;
  private final Set<String> requestKeys = new LinkedHashSet<>();

  /** The fields whose name is not also the name of a request key. */
  private final Map<String, Field> plainNames = new HashMap<>();

  /** Creates a reader of documented searches for offers of a schema, within limits. */
  public RequestReader(Schema schema, QueryLimits limits) {
    this(schema, limits, false);
  }

  /**
   * Creates a reader of searches.
   *
   * @param isExtended whether requests may use all operators, {@code any_of} and {@code none_of}
   */
  public RequestReader(Schema schema, QueryLimits limits, boolean isExtended) {
    this.schema = schema;
    this.limits = limits;
    this.isExtended = isExtended;
    this.keys = new RequestKeys(limits);
    for (Parameter<?> parameter : schema.parameters()) {
      if (!parameter.isClock()) {
        parameters.put(parameter.name(), new ArgumentReader<>(parameter));
      }
    }
    this.clientKeys = schema == MarketplaceSchema.schema() ? CLIENT_KEYS : Set.of();
    requestKeys.addAll(List.of(RequestKeys.LIMIT, RequestKeys.ORDER, RequestKeys.DISABLE_BUNDLING));
    requestKeys.addAll(parameters.keySet());
    if (isExtended) {
      requestKeys.addAll(List.of(ANY_OF, NONE_OF));
    }
    for (Field field : schema.fields()) {
      String name = field.name();
      boolean isPlain = !requestKeys.contains(name) && !clientKeys.contains(name);
      if (isPlain && !name.equals(RESOURCE_TYPE) && schema.queryField(name).orElse(null) == field) {
        plainNames.put(name, field);
      }
    }
  }

  /** Returns the schema of the offers that are searched. */
  public Schema schema() {
    return schema;
  }

  /** Reads a search request. */
  public Query readSearch(Map<String, @Nullable Object> request) {
    return read(request, true);
  }

  /**
   * Reads an object with conditions alone: {@code limit}, {@code order} and the other request keys
   * are unknown.
   */
  public Query readConditions(Map<String, @Nullable Object> conditions) {
    return read(conditions, false);
  }

  private Query read(Map<String, @Nullable Object> request, boolean isSearch) {
    QueryBuilder builder = Query.builder(schema, limits);
    RequestConditions conditions =
        new RequestConditions(builder::where, builder::where, schema.idField(), isExtended);
    Set<String> allowed = isSearch ? requestKeys : Set.of();
    request.forEach((name, value) -> {
      if (isSearch && requestKeys.contains(name) && !plainNames.containsKey(name)) {
        readKey(builder, name, RequestKeys.unwrapped(value));
      } else {
        readCondition(conditions, name, value, allowed);
      }
    });
    return builder.build();
  }

  /**
   * Reads one key as a condition.
   *
   * @param otherNames the names beside fields that an error may suggest
   */
  private void readCondition(
      RequestConditions conditions, String name, @Nullable Object value, Set<String> otherNames) {
    Field known = plainNames.get(name);
    if (known != null) {
      conditions.read(known, name, value);
    } else if (!isIgnored(name, value)) {
      Field field = schema.queryField(name).orElseThrow(() -> unknownField(name, otherNames));
      conditions.read(field, name, value);
    }
  }

  /** Reads a list of objects with conditions. */
  private List<Conjunction> alternatives(String name, Object value) {
    if (!(value instanceof List<?> given)) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          "/" + name,
          name + " takes a list of objects with conditions, but got " + MessageText.value(value));
    }
    List<Conjunction> alternatives = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      String path = "/" + name + "/" + i;
      if (!(given.get(i) instanceof Map<?, ?> object)) {
        throw new InvalidQueryException(
            INVALID_VALUE,
            path,
            "an alternative is an object with conditions, but got "
                + MessageText.value(given.get(i)));
      }
      Conjunction conjunction = Conjunction.of(schema, limits);
      RequestConditions conditions =
          new RequestConditions(
              conjunction::where, conjunction::where, schema.idField(), isExtended);
      try {
        object.forEach((key, each) -> readCondition(conditions, (String) key, each, Set.of()));
      } catch (InvalidQueryException e) {
        throw new InvalidQueryException(e.code(), path + e.path(), e.problem());
      }
      alternatives.add(conjunction);
    }
    return alternatives;
  }

  private void readKey(QueryBuilder builder, String name, @Nullable Object value) {
    if (value == null) {
      return;
    }
    switch (name) {
      case RequestKeys.LIMIT -> builder.limit(keys.limit(value));
      case RequestKeys.ORDER -> RequestKeys.order(builder, value);
      case ANY_OF -> builder.whereAny(alternatives(name, value));
      case NONE_OF -> builder.whereNone(alternatives(name, value));
      case RequestKeys.DISABLE_BUNDLING -> builder.fold(!RequestKeys.flag(name, value));
      default -> {
        Objects.requireNonNull(parameters.get(name)).read(value, builder);
      }
    }
  }

  private boolean isIgnored(String name, @Nullable Object value) {
    if (schema == MarketplaceSchema.schema() && name.equals(RESOURCE_TYPE)) {
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

  private InvalidQueryException unknownField(String name, Set<String> furtherNames) {
    String suggestion =
        schema
            .nearestName(name, furtherNames)
            .map(near -> "; did you mean " + near + "?")
            .orElse("");
    return new InvalidQueryException(
        UNKNOWN_FIELD,
        InvalidQueryException.pointer("", name),
        "no offer field is called " + MessageText.name(name) + suggestion);
  }
}
