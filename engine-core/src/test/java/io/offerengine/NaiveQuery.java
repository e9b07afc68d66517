package io.offerengine;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Conjunction;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.TimeKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search of the marketplace as a test describes it: the {@link NaiveMatcher} reads it as it
 * stands, the engine as the {@link Query} that it builds.
 *
 * @param order null for the default order, empty for the order of identifiers
 * @param storage null where no storage is asked for
 * @param job hours, and gigabytes of download and of upload
 * @param now null where the engine's clock tells the time
 */
record NaiveQuery(
    List<Condition> conditions,
    List<Group> groups,
    @Nullable List<Key> order,
    int limit,
    InstanceType type,
    @Nullable Double storage,
    @Nullable Double now,
    List<Double> job,
    boolean fold) {
  /** Seconds that an instant can be from 1970. */
  private static final double MOST_SECONDS = 1e15;

  private static final List<Double> NO_JOB = List.of(0.0, 0.0, 0.0);

  static final NaiveQuery EVERYTHING =
      new NaiveQuery(
          List.of(),
          List.of(),
          List.of(),
          10_000,
          InstanceType.ON_DEMAND,
          null,
          null,
          NO_JOB,
          false);

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

  NaiveQuery where(String field, String operator, @Nullable Object value) {
    List<Condition> more = new java.util.ArrayList<>(conditions);
    more.add(new Condition(field, operator, value));
    return new NaiveQuery(List.copyOf(more), groups, order, limit, type, storage, now, job, fold);
  }

  NaiveQuery with(Group group) {
    List<Group> more = new java.util.ArrayList<>(groups);
    more.add(group);
    return new NaiveQuery(
        conditions, List.copyOf(more), order, limit, type, storage, now, job, fold);
  }

  NaiveQuery orderBy(Key... keys) {
    return new NaiveQuery(conditions, groups, List.of(keys), limit, type, storage, now, job, fold);
  }

  NaiveQuery inDefaultOrder() {
    return new NaiveQuery(conditions, groups, null, limit, type, storage, now, job, fold);
  }

  NaiveQuery limit(int results) {
    return new NaiveQuery(conditions, groups, order, results, type, storage, now, job, fold);
  }

  NaiveQuery type(InstanceType rental) {
    return new NaiveQuery(conditions, groups, order, limit, rental, storage, now, job, fold);
  }

  NaiveQuery job(double hours, double down, double up) {
    List<Double> amounts = List.of(hours, down, up);
    return new NaiveQuery(conditions, groups, order, limit, type, storage, now, amounts, fold);
  }

  NaiveQuery storage(double gigabytes) {
    return new NaiveQuery(conditions, groups, order, limit, type, gigabytes, now, job, fold);
  }

  /** Sets the time, as near to some seconds as an instant comes. */
  NaiveQuery now(double seconds) {
    double within = Math.max(-MOST_SECONDS, Math.min(MOST_SECONDS, seconds));
    double time = TimeKey.seconds(TimeKey.ofSeconds(within));
    return new NaiveQuery(conditions, groups, order, limit, type, storage, time, job, fold);
  }

  NaiveQuery fold(boolean folded) {
    return new NaiveQuery(conditions, groups, order, limit, type, storage, now, job, folded);
  }

  Query toQuery() {
    return toQuery(null);
  }

  Query toQuery(@Nullable Cursor after) {
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema()).limit(limit).fold(fold);
    builder.with(MarketplaceSchema.TYPE, type);
    builder.with(MarketplaceSchema.JOB_HOURS, job.get(0));
    builder.with(MarketplaceSchema.JOB_DOWN_GB, job.get(1));
    builder.with(MarketplaceSchema.JOB_UP_GB, job.get(2));
    if (storage != null) {
      builder.with(MarketplaceSchema.ALLOCATED_STORAGE, storage);
    }
    if (now != null) {
      builder.with(MarketplaceSchema.NOW, TimeKey.ofSeconds(now));
    }
    for (Condition condition : conditions) {
      builder.where(condition.field(), condition.operator(), condition.value());
    }
    for (Group group : groups) {
      List<Conjunction> alternatives =
          group.alternatives().stream().map(NaiveQuery::conjunction).toList();
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

  private static Conjunction conjunction(List<Condition> conditions) {
    Conjunction all = Conjunction.of(MarketplaceSchema.schema());
    conditions.forEach(one -> all.where(one.field(), one.operator(), one.value()));
    return all;
  }
}
