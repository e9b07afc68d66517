package io.offerengine.query;

import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static io.offerengine.query.ErrorCode.UNKNOWN_OPERATOR;

import io.offerengine.query.Query.Accepted;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Field;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Conditions that must all hold: those of {@link QueryBuilder#where}, or one alternative of {@link
 * QueryBuilder#whereAny} or {@link QueryBuilder#whereNone}.
 *
 * <pre>{@code
 * Conjunction large =
 *     Conjunction.of(schema).where("gpu_name", "eq", "H100").where("num_gpus", "gte", 4);
 * Conjunction cheap = Conjunction.of(schema).where("dph_total", "lt", 0.5);
 * Query either = Query.builder(schema).whereAny(List.of(large, cheap)).build();
 * }</pre>
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class Conjunction {
  /** The initial capacity for conditions; most queries have fewer. */
  private static final int USUAL_CONDITIONS = 12;

  final Schema schema;
  final List<Accepted> conditions = new ArrayList<>(USUAL_CONDITIONS);
  private final QueryLimits limits;

  /** How many conditions elsewhere in the query count towards the limit. */
  int others;

  private Conjunction(Schema schema, QueryLimits limits) {
    this.schema = schema;
    this.limits = limits;
  }

  /** Starts a conjunction under the {@linkplain QueryLimits#DEFAULTS default limits}. */
  public static Conjunction of(Schema schema) {
    return of(schema, QueryLimits.DEFAULTS);
  }

  /** Starts a conjunction under other limits. */
  public static Conjunction of(Schema schema, QueryLimits limits) {
    return new Conjunction(schema, limits);
  }

  /**
   * Adds a condition.
   *
   * @param value as for {@link QueryBuilder#where(Field, Operator, Object)}
   */
  public Conjunction where(Field field, Operator operator, @Nullable Object value) {
    if (!schema.contains(field)) {
      throw foreign(field, InvalidQueryException.pointer("", field.name()));
    }
    return where(field, operator, value, field.name(), operator.symbol());
  }

  /**
   * Adds a condition by the name or alias of a field and the name of an operator.
   *
   * @param value as for {@link QueryBuilder#where(Field, Operator, Object)}, in the unit of the
   *     alias
   */
  public Conjunction where(String fieldName, String operatorName, @Nullable Object value) {
    FieldName name =
        schema
            .queryName(fieldName)
            .orElseThrow(() -> unknown(fieldName, InvalidQueryException.pointer("", fieldName)));
    Operator operator =
        Operator.ofSymbol(operatorName)
            .orElseThrow(() -> unknownOperator(operatorName, path(fieldName, operatorName)));
    Object inUnitsOfField = Coercion.times(name.field(), value, name.unit());
    return where(name.field(), operator, inUnitsOfField, fieldName, operatorName);
  }

  /** Adds conditions; none of them if one is refused. */
  Conjunction where(List<Condition> further) {
    int before = conditions.size();
    try {
      further.forEach(each -> where(each.field(), each.operator(), each.value()));
    } catch (RuntimeException refused) {
      conditions.subList(before, conditions.size()).clear();
      throw refused;
    }
    return this;
  }

  /** Returns the conditions as they were given; an unmodifiable copy. */
  public List<Condition> conditions() {
    return conditions.stream().map(Accepted::condition).toList();
  }

  private Conjunction where(
      Field field,
      Operator operator,
      @Nullable Object value,
      String fieldName,
      String operatorName) {
    if (conditions.size() + others >= limits.maxConditions()) {
      throw tooMany(limits, path(fieldName, operatorName));
    }
    try {
      Object own = value instanceof Collection<?> list ? copy(list) : value;
      ValueSet values = ConditionReader.read(field, operator, own, limits);
      conditions.add(new Accepted(new Condition(field, operator, own), values));
    } catch (InvalidQueryException e) {
      // The path is built only for an error: it costs more than reading the value.
      String path = path(fieldName, operatorName) + e.path();
      throw new InvalidQueryException(e.code(), path, e.problem());
    }
    return this;
  }

  /** Returns values that the caller can't change; null may be among them. */
  private static List<?> copy(Collection<?> values) {
    return Collections.unmodifiableList(new ArrayList<>(values));
  }

  private static String path(String fieldName, String operatorName) {
    return InvalidQueryException.pointer(
        InvalidQueryException.pointer("", fieldName), operatorName);
  }

  static InvalidQueryException tooMany(QueryLimits limits, String path) {
    return new InvalidQueryException(
        LIMIT_EXCEEDED, path, "a query takes at most " + limits.maxConditions() + " conditions");
  }

  /** Returns the error of a field that belongs to another schema. */
  InvalidQueryException foreign(Field field, String path) {
    return new InvalidQueryException(
        UNKNOWN_FIELD,
        path,
        field + " is a field of " + field.schema() + ", but the query is one of " + schema);
  }

  InvalidQueryException unknown(String name, String path) {
    String suggestion =
        schema.likeliestName(name).map(near -> "; did you mean " + near + "?").orElse("");
    return new InvalidQueryException(
        UNKNOWN_FIELD, path, "no offer field is called " + Coercion.showName(name) + suggestion);
  }

  private static InvalidQueryException unknownOperator(String name, String path) {
    return new InvalidQueryException(
        UNKNOWN_OPERATOR,
        path,
        "no operator is called "
            + Coercion.showName(name)
            + "; use eq, neq, gt, gte, lt, lte, in, notin, starts_with, contains, has, has_any or"
            + " has_all");
  }

  /** Returns the conditions, joined by "and". */
  @Override
  public String toString() {
    return conditions().stream().map(Condition::toString).collect(Collectors.joining(" and "));
  }
}
