package io.offerengine;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Conjunction;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A search as a test describes it: the {@link NaiveMatcher} reads it as it stands, the engine as
 * the {@link Query} that it builds.
 *
 * @param order null for the default order, empty for the order of identifiers
 * @param arguments the parameters that have a value
 */
record NaiveQuery(
    NaiveSchema rules,
    List<Condition> conditions,
    List<Group> groups,
    @Nullable List<Key> order,
    int limit,
    Map<Parameter<?>, Object> arguments,
    boolean fold) {
  /** Of the marketplace. */
  static final NaiveQuery EVERYTHING = of(NaiveMarketplace.RULES);

  /** A condition by a name that requests use, aliases included. */
  record Condition(String field, String operator, @Nullable Object value) {}

  /** Conjunctions of which one must hold, or none may. */
  record Group(boolean isNone, List<List<Condition>> alternatives) {}

  /** A key of the order. */
  record Key(String field, boolean descending) {
    @Override
    public String toString() {
      return field + (descending ? " desc" : " asc");
    }
  }

  /** Returns a query for everything by the order of identifiers. */
  static NaiveQuery of(NaiveSchema rules) {
    return new NaiveQuery(rules, List.of(), List.of(), List.of(), 10_000, Map.of(), false);
  }

  Schema schema() {
    return rules.schema();
  }

  /** Returns the field that a name in a request means. */
  Field field(String nameOrAlias) {
    return schema().queryField(nameOrAlias).orElseThrow();
  }

  NaiveQuery where(String field, String operator, @Nullable Object value) {
    return where(new Condition(field, operator, value));
  }

  NaiveQuery where(Condition condition) {
    List<Condition> more = new ArrayList<>(conditions);
    more.add(condition);
    return withConditions(more);
  }

  NaiveQuery withConditions(List<Condition> others) {
    return new NaiveQuery(rules, List.copyOf(others), groups, order, limit, arguments, fold);
  }

  NaiveQuery with(Group group) {
    List<Group> more = new ArrayList<>(groups);
    more.add(group);
    return new NaiveQuery(rules, conditions, List.copyOf(more), order, limit, arguments, fold);
  }

  NaiveQuery orderBy(Key... keys) {
    return new NaiveQuery(rules, conditions, groups, List.of(keys), limit, arguments, fold);
  }

  NaiveQuery inDefaultOrder() {
    return new NaiveQuery(rules, conditions, groups, null, limit, arguments, fold);
  }

  NaiveQuery limit(int results) {
    return new NaiveQuery(rules, conditions, groups, order, results, arguments, fold);
  }

  NaiveQuery fold(boolean folded) {
    return new NaiveQuery(rules, conditions, groups, order, limit, arguments, folded);
  }

  <T> NaiveQuery with(Parameter<T> parameter, T value) {
    Map<Parameter<?>, Object> more = new LinkedHashMap<>(arguments);
    more.put(parameter, value);
    return new NaiveQuery(rules, conditions, groups, order, limit, Map.copyOf(more), fold);
  }

  NaiveQuery type(InstanceType rental) {
    return with(MarketplaceSchema.TYPE, rental);
  }

  NaiveQuery storage(double gigabytes) {
    return with(MarketplaceSchema.ALLOCATED_STORAGE, gigabytes);
  }

  /** Sets the time of the marketplace, as near to some seconds as an instant comes. */
  NaiveQuery now(double seconds) {
    return with(MarketplaceSchema.NOW, NaiveMarketplace.instant(seconds));
  }

  /** Returns the value of a parameter, or another value if it has none. */
  @SuppressWarnings("unchecked")
  <T> T argument(Parameter<T> parameter, T otherwise) {
    return (T) arguments.getOrDefault(parameter, otherwise);
  }

  boolean isBid() {
    return argument(MarketplaceSchema.TYPE, InstanceType.ON_DEMAND) == InstanceType.BID;
  }

  Query toQuery() {
    return toQuery(null);
  }

  Query toQuery(@Nullable Cursor after) {
    QueryBuilder builder = Query.builder(schema()).limit(limit).fold(fold);
    arguments.keySet().forEach(parameter -> pass(parameter, builder));
    for (Condition condition : conditions) {
      builder.where(condition.field(), condition.operator(), condition.value());
    }
    for (Group group : groups) {
      List<Conjunction> alternatives =
          group.alternatives().stream().map(this::conjunction).toList();
      if (group.isNone()) {
        builder.whereNone(alternatives);
      } else {
        builder.whereAny(alternatives);
      }
    }
    if (order != null) {
      builder.orderById();
      order.forEach(key -> builder.orderBy(key.field(), key.descending() ? "desc" : "asc"));
    }
    return builder.after(after).build();
  }

  @SuppressWarnings("unchecked")
  private <T> void pass(Parameter<T> parameter, QueryBuilder builder) {
    builder.with(parameter, (T) arguments.get(parameter));
  }

  private Conjunction conjunction(List<Condition> conditions) {
    Conjunction all = Conjunction.of(schema());
    conditions.forEach(one -> all.where(one.field(), one.operator(), one.value()));
    return all;
  }
}
