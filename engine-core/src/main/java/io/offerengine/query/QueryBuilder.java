package io.offerengine.query;

import static io.offerengine.query.ErrorCode.EMPTY_CONDITION;
import static io.offerengine.query.ErrorCode.INVALID_LIMIT;
import static io.offerengine.query.ErrorCode.INVALID_ORDER;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Criterion;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SortKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Query}.
 *
 * <p>Without further calls, the query matches every offer, has the default order of the schema and
 * the limit {@link #DEFAULT_LIMIT}, and collapses results if the schema has a fold field. If a
 * value does not fit, the method throws an {@link InvalidQueryException} whose path names the
 * value.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class QueryBuilder {
  /**
   * The largest number of results of a query without a limit: 64, or {@link QueryLimits#maxLimit}
   * if it is smaller.
   */
  public static final int DEFAULT_LIMIT = 64;

  /** The largest number of order keys. Each costs time for every row that ties by those before. */
  public static final int MAX_ORDER_KEYS = 16;

  private final Schema schema;
  private final QueryLimits limits;

  /** The conditions that no list of alternatives has. */
  private final Conjunction own;

  /** The alternatives, normalised. */
  private final List<Alternatives> groups = new ArrayList<>(0);

  /** The alternatives as they were given. */
  private final List<Criterion.Group> lists = new ArrayList<>(0);

  private final List<SortKey> order = new ArrayList<>(2);
  private boolean orderedById;
  private int limit;
  private Arguments arguments;
  private boolean fold;
  private @Nullable Cursor after;
  private @Nullable Duration deadline;

  QueryBuilder(Schema schema, QueryLimits limits) {
    this.schema = schema;
    this.limits = limits;
    this.own = Conjunction.of(schema, limits);
    this.limit = Math.min(DEFAULT_LIMIT, limits.maxLimit());
    this.arguments = Arguments.defaults(schema);
    this.fold = schema.foldField() != null;
  }

  /**
   * Adds what offers must satisfy; all of it must hold. If one criterion is refused, those before
   * it stay.
   */
  public QueryBuilder where(Criterion... criteria) {
    for (Criterion criterion : criteria) {
      if (criterion instanceof Criterion.Group group) {
        where(
            group.isExcluded(),
            group.alternatives().stream()
                .map(each -> Conjunction.of(schema, limits).where(each.conditions()))
                .toList());
      } else {
        own.where(((Criterion.Alternative) criterion).conditions());
      }
    }
    return this;
  }

  /**
   * Adds a condition.
   *
   * @param value a Number, String, Boolean, {@link NumberLiteral}, LocalDate or Instant, coerced by
   *     the field's type; a Collection of them if the operator {@linkplain Operator#takesList takes
   *     a list}; null under {@code eq} and {@code neq}
   */
  public QueryBuilder where(Field field, Operator operator, @Nullable Object value) {
    own.where(field, operator, value);
    return this;
  }

  /**
   * Adds a condition by the name or alias of a field and the name of an operator.
   *
   * @param value as for {@link #where(Field, Operator, Object)}, in the unit of the alias
   */
  public QueryBuilder where(String fieldName, String operatorName, @Nullable Object value) {
    own.where(fieldName, operatorName, value);
    return this;
  }

  /**
   * Adds alternatives: an offer matches only if at least one of some conjunctions holds for it.
   * Several calls add several lists, and one of each list must hold.
   *
   * <p><b>Cost.</b> A search evaluates each conjunction like conditions of its own and unites the
   * results: an indexed condition costs a pass over its bitmaps, any other a look at each row that
   * is left. A search does not start from the rows of an alternative, as it does from those of one
   * rare value.
   *
   * @param alternatives from 1 to {@value Alternatives#MOST}, each with at least one condition
   */
  public QueryBuilder whereAny(List<Conjunction> alternatives) {
    return where(false, alternatives);
  }

  /**
   * Excludes alternatives: an offer matches only if none of some conjunctions holds for it.
   *
   * @param alternatives from 1 to {@value Alternatives#MOST}, each with at least one condition
   */
  public QueryBuilder whereNone(List<Conjunction> alternatives) {
    return where(true, alternatives);
  }

  private QueryBuilder where(boolean isExcluded, List<Conjunction> alternatives) {
    int added = check(alternatives, isExcluded ? "none_of" : "any_of");
    groups.addAll(
        isExcluded
            ? alternatives.stream().map(Alternatives::noneOf).toList()
            : List.of(Alternatives.anyOf(alternatives)));
    List<Criterion.Alternative> given =
        alternatives.stream()
            .<Criterion.Alternative>map(each -> new Criterion.All(each.conditions()))
            .toList();
    lists.add(new Criterion.Group(isExcluded, given));
    own.others += added;
    return this;
  }

  /** Returns how many conditions some alternatives have. */
  private int check(List<Conjunction> alternatives, String name) {
    String path = "/" + name;
    if (alternatives.isEmpty()) {
      throw new InvalidQueryException(
          EMPTY_CONDITION, path, name + " needs at least one alternative, but the list is empty");
    }
    if (alternatives.size() > Alternatives.MOST) {
      String problem = name + " takes at most " + Alternatives.MOST + " alternatives, but got ";
      throw new InvalidQueryException(LIMIT_EXCEEDED, path, problem + alternatives.size());
    }
    int added = 0;
    for (int i = 0; i < alternatives.size(); i++) {
      Conjunction one = alternatives.get(i);
      if (one.schema != schema) {
        throw new IllegalArgumentException(path + "/" + i + " is of another schema");
      }
      if (one.conditions.isEmpty()) {
        throw new InvalidQueryException(
            EMPTY_CONDITION, path + "/" + i, "an alternative needs at least one condition");
      }
      added += one.conditions.size();
    }
    if (own.conditions.size() + own.others + added > limits.maxConditions()) {
      throw Conjunction.tooMany(limits, path);
    }
    return added;
  }

  /** Adds order keys; the first key is the primary one. */
  public QueryBuilder orderBy(SortKey... keys) {
    for (SortKey key : keys) {
      orderBy(key.field(), key.direction());
    }
    return this;
  }

  /** Adds an order key; the first key is the primary one. */
  public QueryBuilder orderBy(Field field, Direction direction) {
    if (!schema.contains(field)) {
      throw own.foreign(field, "/order");
    }
    return add(field, direction);
  }

  /** Adds an order key by the name or alias of a field and the name of a direction. */
  public QueryBuilder orderBy(String fieldName, String directionName) {
    Field field =
        schema.queryField(fieldName).orElseThrow(() -> own.unknown(fieldName, orderPath() + "/0"));
    Direction direction =
        Direction.ofSymbol(directionName)
            .orElseThrow(() ->
                new InvalidQueryException(
                    INVALID_ORDER,
                    orderPath() + "/1",
                    "a direction is asc or desc, but got " + Coercion.show(directionName)));
    return add(field, direction);
  }

  private QueryBuilder add(Field field, Direction direction) {
    if (!field.isSortable()) {
      String problem = field + " is of type " + field.type().label() + ", which has no order";
      throw new InvalidQueryException(INVALID_ORDER, orderPath(), problem);
    }
    for (SortKey key : order) {
      if (key.field() == field) {
        String problem = "a field may be ordered by once, but " + field + " is repeated";
        throw new InvalidQueryException(INVALID_ORDER, orderPath(), problem);
      }
    }
    if (order.size() == MAX_ORDER_KEYS) {
      String problem = "an order has at most " + MAX_ORDER_KEYS + " keys, but this is one more";
      throw new InvalidQueryException(LIMIT_EXCEEDED, orderPath(), problem);
    }
    order.add(new SortKey(field, direction));
    return this;
  }

  private String orderPath() {
    return "/order/" + order.size();
  }

  /** Orders by identifier instead of the default order, unless order keys are added. */
  public QueryBuilder orderById() {
    orderedById = true;
    return this;
  }

  /** Sets the largest number of results; 0 asks for none. */
  public QueryBuilder limit(int results) {
    if (results < 0 || results > limits.maxLimit()) {
      throw new InvalidQueryException(
          INVALID_LIMIT,
          "/limit",
          "a limit is a whole number from 0 to " + limits.maxLimit() + ", but got " + results);
    }
    limit = results;
    return this;
  }

  /** Gives a parameter its value. */
  public <T> QueryBuilder with(Parameter<T> parameter, T value) {
    try {
      arguments = arguments.with(parameter, value);
    } catch (IllegalArgumentException e) {
      throw new InvalidQueryException(
          INVALID_VALUE, InvalidQueryException.pointer(parameter), String.valueOf(e.getMessage()));
    }
    return this;
  }

  /** Gives a number parameter its value. */
  public QueryBuilder with(Parameter<Double> parameter, double value) {
    return with(parameter, (Double) value);
  }

  /** Sets whether results collapse: only the best offer of each fold value is returned. */
  public QueryBuilder fold(boolean folded) {
    fold = folded && schema.foldField() != null;
    return this;
  }

  /**
   * Continues after the last result of an earlier page. A clock that is not given has the time of
   * the first page. If the cursor belongs to another query, {@link #build} throws.
   */
  public QueryBuilder after(@Nullable Cursor cursor) {
    after = cursor;
    return this;
  }

  /** Sets how long a search may take before it fails with {@link ErrorCode#DEADLINE_EXCEEDED}. */
  public QueryBuilder deadline(@Nullable Duration longest) {
    deadline = longest;
    return this;
  }

  /**
   * Returns the query.
   *
   * @throws InvalidQueryException if the cursor belongs to another query
   */
  public Query build() {
    SortKey byDefault = orderedById || !order.isEmpty() ? null : schema.defaultOrder();
    Query.Given given =
        new Query.Given(
            schema,
            List.copyOf(own.conditions),
            List.copyOf(groups),
            List.copyOf(lists),
            byDefault == null ? List.copyOf(order) : List.of(byDefault),
            limit,
            fold);
    Query query = Query.of(given, schema.requirements(), arguments, deadline);
    return after == null ? query : query.after(after);
  }
}
