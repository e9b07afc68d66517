package io.offerengine.json;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Field;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.SortKey;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A search request that has been checked against the schema.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class SearchRequest {
  private final Query query;
  private final List<Field> columns;

  /** Creates the request for a query for the first page. */
  public SearchRequest(Query query) {
    this(query, query.schema().shownFields());
  }

  /** Creates the request for a query for the first page, with the fields of the answer. */
  SearchRequest(Query query, List<Field> columns) {
    this.query = query;
    this.columns = columns;
  }

  /** Returns the query for the first page, without a deadline. */
  public Query query() {
    return query;
  }

  /**
   * Returns the query for a page.
   *
   * @param after the cursor of the page before; null for the first page
   * @param deadline the longest duration of the search; null for no limit
   * @throws io.offerengine.query.InvalidQueryException if the cursor belongs to another query
   */
  public Query query(@Nullable Cursor after, @Nullable Duration deadline) {
    Query page = after == null ? query : query.after(after);
    return deadline == null ? page : page.withDeadline(deadline);
  }

  /** Returns the value of a parameter: a constant of its enum, or a number. */
  private <T> T value(Parameter<T> parameter) {
    double encoded = query.arguments().value(parameter);
    List<T> choices = parameter.choices();
    return choices.isEmpty() ? parameter.valueType().cast(encoded) : choices.get((int) encoded);
  }

  /** Returns the type of rental; on-demand if the request does not name one. */
  public InstanceType type() {
    return isGiven(MarketplaceSchema.TYPE) ? value(MarketplaceSchema.TYPE) : InstanceType.ON_DEMAND;
  }

  /** Returns the storage to be allocated, in GB; empty if the request does not name one. */
  public OptionalDouble allocatedStorage() {
    return isGiven(MarketplaceSchema.ALLOCATED_STORAGE)
        ? OptionalDouble.of(value(MarketplaceSchema.ALLOCATED_STORAGE))
        : OptionalDouble.empty();
  }

  private boolean isGiven(Parameter<?> parameter) {
    return query.schema().parameters().contains(parameter) && query.arguments().isGiven(parameter);
  }

  /** Returns whether only the best offer of each bundle is returned. */
  public boolean isBundled() {
    return query.fold();
  }

  /** Returns the largest number of offers in the response. */
  public int limit() {
    return query.limit();
  }

  /** Returns the sort keys, the primary key first; empty for the order of identifiers. */
  public List<SortKey> order() {
    return query.order();
  }

  /** Returns the fields of the answer, in its order. */
  public List<Field> columns() {
    return columns;
  }

  /** Returns the conditions in the order of the request. */
  public List<Condition> conditions() {
    return query.conditions();
  }

  @Override
  public String toString() {
    return query.toString();
  }
}
