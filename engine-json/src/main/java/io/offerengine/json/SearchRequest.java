package io.offerengine.json;

import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search request that has been checked against the schema.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param query the query for the first page, without a deadline
 * @param columns the fields of the answer, in its order
 */
public record SearchRequest(Query query, List<Field> columns) {
  /** Copies the list of columns. */
  public SearchRequest {
    columns = List.copyOf(columns);
  }

  /** Creates the request for a query for the first page, whose answer has every shown field. */
  public SearchRequest(Query query) {
    this(query, query.schema().shownFields());
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

  @Override
  public String toString() {
    return query.toString();
  }
}
