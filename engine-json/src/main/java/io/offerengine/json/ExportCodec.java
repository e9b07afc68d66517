package io.offerengine.json;

import static io.offerengine.query.ErrorCode.INVALID_LIMIT;
import static io.offerengine.query.ErrorCode.INVALID_ORDER;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.Snapshot;
import io.offerengine.json.internal.read.ColumnsReader;
import io.offerengine.json.internal.read.RequestKeys;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.write.RowRenderer;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests of exports and writes all matching offers, a line of JSON for each.
 *
 * <pre>{@code
 * import static java.nio.charset.StandardCharsets.UTF_8;
 *
 * ExportCodec exportCodec = new ExportCodec(schema);
 * byte[] json = "{\"num_gpus\": {\"gte\": 2}, \"select_cols\": [\"id\"]}".getBytes(UTF_8);
 * ExportCodec.Request request = exportCodec.readRequest(json);
 * exportCodec.write(engine.snapshot(), request, System.out);
 * }</pre>
 *
 * <p>A request is the body of {@link SearchCodec#readQuery} without {@code order} and {@code
 * limit}, and with {@code select_cols}: the fields to write, by the names that responses show.
 * Without this key, or with {@code ["*"]}, all are written. An export never folds.
 *
 * <p><b>Threads.</b> Immutable; many threads may use one codec.
 */
public final class ExportCodec {
  private final Schema schema;
  private final ColumnsReader columns;
  private final RequestReader queries;
  private final InputRules rules;

  /**
   * Which offers to write, and which fields of them.
   *
   * @param query the conditions; without a deadline
   * @param fields in the order in which they are written
   */
  public record Request(Query query, List<Field> fields) {
    /** Copies the list. */
    public Request {
      fields = List.copyOf(fields);
    }

    /**
     * Returns the same request with a deadline. The time in which the target takes the lines counts
     * for it.
     */
    public Request withDeadline(@Nullable Duration longest) {
      return new Request(query.withDeadline(longest), fields);
    }
  }

  /** Creates a codec with {@link QueryLimits#DEFAULTS} and {@link JsonLimits#DEFAULTS}. */
  public ExportCodec(Schema schema) {
    this(schema, QueryLimits.DEFAULTS, JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param schema the fields of an offer
   * @param queryLimits the limits of queries
   * @param jsonLimits the limits of request bodies
   */
  public ExportCodec(Schema schema, QueryLimits queryLimits, JsonLimits jsonLimits) {
    this.schema = schema;
    this.columns = new ColumnsReader(schema, schema.shownFields());
    this.queries = new RequestReader(schema, queryLimits, true);
    this.rules = jsonLimits.rules();
  }

  /**
   * Reads a request.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read, does not fit the schema, or asks for an order,
   *     a limit or bundles
   */
  public Request readRequest(byte[] body) {
    return JsonBody.read(body, rules)
        .interpret(
            request -> new Request(query(request), columns.read(request.get(ColumnsReader.KEY))));
  }

  private Query query(Map<String, @Nullable Object> request) {
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

  /**
   * Writes all matching offers, in no particular order. Each line ends with a line feed.
   *
   * <p><b>Cost.</b> Some microseconds for each offer with all fields. The memory does not depend on
   * the number of offers.
   *
   * @param out gets one line at a time, so it should be buffered; neither flushed nor closed
   * @throws IOException if {@code out} throws it
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if the request has a deadline
   *     and writing takes longer
   */
  public void write(Snapshot snapshot, Request request, OutputStream out) throws IOException {
    RowRenderer rows = new RowRenderer(schema, request.fields());
    try {
      snapshot.forEach(request.query(), batch -> rows.writeLines(batch, out));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
