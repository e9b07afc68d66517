package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_LIMIT;
import static io.offerengine.query.ErrorCode.INVALID_ORDER;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests of exports: searches without order and limit, and the fields to list.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ExportReader {
  private final ColumnsReader columns;
  private final RequestReader queries;

  /** Creates a reader of requests for offers of a schema, within limits. */
  public ExportReader(Schema schema, QueryLimits limits) {
    this.columns = new ColumnsReader(schema, schema.shownFields());
    this.queries = new RequestReader(schema, limits, true);
  }

  /**
   * Reads the conditions of a request.
   *
   * @throws InvalidQueryException also if the request asks for an order, a limit or bundles
   */
  public Query query(Map<String, @Nullable Object> request) {
    refuse(request, RequestKeys.ORDER, INVALID_ORDER, "in no particular order");
    refuse(request, RequestKeys.LIMIT, INVALID_LIMIT, "without a limit");
    Object unbundled = RequestKeys.unwrapped(request.get(RequestKeys.DISABLE_BUNDLING));
    if (unbundled != null && !RequestKeys.flag(RequestKeys.DISABLE_BUNDLING, unbundled)) {
      throw refusal(RequestKeys.DISABLE_BUNDLING, INVALID_VALUE, "also those of one bundle");
    }
    Map<String, @Nullable Object> search = new LinkedHashMap<>(request);
    search.remove(ColumnsReader.KEY);
    return queries.readSearch(search);
  }

  private static void refuse(
      Map<String, @Nullable Object> request, String key, ErrorCode code, String how) {
    if (request.get(key) != null) {
      throw refusal(key, code, how);
    }
  }

  private static InvalidQueryException refusal(String key, ErrorCode code, String how) {
    return new InvalidQueryException(
        code,
        "/" + key,
        "an export lists all matching offers, " + how + "; leave " + key + " out, or search");
  }

  /** Reads which fields to list, in this order; all shown fields if the request does not say. */
  public List<Field> fields(Map<String, @Nullable Object> request) {
    return columns.read(request.get(ColumnsReader.KEY));
  }
}
