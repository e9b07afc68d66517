package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.Matches;
import io.offerengine.json.internal.gzip.RowGzip;
import io.offerengine.json.internal.read.ColumnsReader;
import io.offerengine.json.internal.read.RequestKeys;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.read.SearchForm;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.write.ResponseAssembler;
import io.offerengine.json.internal.write.RowRenderer;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads search requests and writes search responses.
 *
 * <pre>{@code
 * SearchRequest request = codec.readRequest(body);
 * Matches matches = engine.snapshot().search(request.query());
 * byte[] response = codec.writeResponse(matches);
 * }</pre>
 *
 * <p>A request that can't be read, or that does not fit the schema, is a {@link JsonException} with
 * a path, a line and a column.
 *
 * <p><b>Threads.</b> Immutable; many threads may use one codec.
 *
 * <p>Source: API document, sections 2.1 and 4.1.
 */
public final class SearchCodec {
  private static final byte[] NO_REQUEST = "{}".getBytes(UTF_8);

  private final RequestReader requests;
  private final RequestReader queries;
  private final ColumnsReader columns;
  private final RowRenderer responses;
  private final RowGzip compressor = new RowGzip();
  private final JsonLimits limits;
  private final InputRules rules;

  /** Creates a codec with {@link QueryLimits#DEFAULTS} and {@link JsonLimits#DEFAULTS}. */
  public SearchCodec(Schema schema) {
    this(schema, QueryLimits.DEFAULTS, JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param schema the fields of an offer
   * @param queryLimits the limits of queries
   * @param jsonLimits the limits of request bodies
   */
  public SearchCodec(Schema schema, QueryLimits queryLimits, JsonLimits jsonLimits) {
    this.requests = new RequestReader(schema, queryLimits, false);
    this.queries = new RequestReader(schema, queryLimits, true);
    this.columns = new ColumnsReader(schema, schema.shownFields());
    this.responses = new RowRenderer(schema, schema.shownFields());
    this.limits = jsonLimits;
    this.rules = jsonLimits.rules();
  }

  /**
   * Reads a search request: the request itself, or {@code {"select_cols": […], "q": {…}}}.
   *
   * <p><b>Cost.</b> Linear in the length of the body: some microseconds for ten conditions.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or does not fit the schema
   */
  public SearchRequest readRequest(byte[] body) {
    return readRequest(body, 0, body.length);
  }

  /**
   * Reads a search request from a part of an array.
   *
   * @throws JsonException if the body can't be read or does not fit the schema
   * @throws IndexOutOfBoundsException if the array does not have the part
   */
  public SearchRequest readRequest(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return JsonBody.read(bytes, offset, length, rules)
        .interpret(body -> search(SearchForm.ofBody(requests.schema(), body)));
  }

  /**
   * Reads a search request that may use more than the documented one: all {@linkplain
   * io.offerengine.schema.Operator operators}, and the keys {@code any_of} and {@code none_of},
   * each with a list of objects with conditions.
   *
   * <pre>{@code {"num_gpus": {"gte": 4}, "any_of": [{"gpu_name": {"starts_with": "rtx"}}, …]}}
   * </pre>
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or does not fit the schema
   */
  public SearchRequest readQuery(byte[] body) {
    return new SearchRequest(JsonBody.read(body, rules).interpret(queries::readSearch));
  }

  /**
   * Reads a search that is a member of a body, like {@link #readQuery(byte[])}.
   *
   * @param member the name of the member
   * @throws JsonException if the member is no object or does not fit the schema
   */
  public SearchRequest readQuery(JsonBody body, String member) {
    String allowed = member + " takes an object";
    return body.interpret(
        InvalidQueryException.pointer("", member),
        () ->
            new SearchRequest(queries.readSearch(JsonTree.members("", allowed, body.get(member)))));
  }

  /** Returns the parameters of an address that {@link #readAddress} reads. */
  public static List<String> addressParameters() {
    return List.of(
        SearchForm.QUERY,
        RequestKeys.LIMIT,
        RequestKeys.ORDER,
        RequestKeys.TYPE,
        ColumnsReader.KEY);
  }

  /**
   * Reads a search request in an address: {@code q} has the request as JSON, {@code select_cols}
   * and {@code order} are JSON, {@code limit} and {@code type} are texts. Without {@code q}, the
   * request is {@code {}}.
   *
   * @param parameters the decoded values by name, in UTF-8; other names are ignored
   * @throws JsonException if a value can't be read or does not fit the schema, or if one is given
   *     in {@code q} and beside it
   */
  public SearchRequest readAddress(Map<String, byte[]> parameters) {
    byte[] query = parameters.getOrDefault(SearchForm.QUERY, NO_REQUEST);
    Map<String, @Nullable Object> beside = new LinkedHashMap<>();
    for (String name : addressParameters()) {
      byte[] value = parameters.get(name);
      if (value != null && !name.equals(SearchForm.QUERY)) {
        boolean isJson = name.equals(RequestKeys.ORDER) || name.equals(ColumnsReader.KEY);
        beside.put(
            name,
            isJson
                ? JsonBody.<@Nullable Object>readParameter(name, value, limits, parsed -> parsed)
                : new String(value, UTF_8));
      }
    }
    return JsonBody.read(query, rules)
        .interpret(request -> search(SearchForm.ofAddress(request, beside)));
  }

  /**
   * Reads an object with conditions alone, like the one that a template stores. The rules for
   * conditions are those of a request; {@code limit}, {@code order} and the other keys of a request
   * are unknown fields here.
   *
   * @param body JSON in UTF-8
   * @return a request with these conditions and the defaults of everything else
   * @throws JsonException if the body can't be read or does not fit the schema
   */
  public SearchRequest readConditions(byte[] body) {
    return new SearchRequest(JsonBody.read(body, rules).interpret(requests::readConditions));
  }

  /**
   * Returns a response: {@code {"offers": […]}} with every shown field. An absent value is null.
   *
   * <p><b>Cost.</b> The engine caches the text of each row that was written once, within a budget
   * ({@link io.offerengine.OfferEngine.Builder#attachmentBudget}). For a cached row, the text is
   * copied, and only the computed values that differ are printed.
   *
   * @param matches the results; all results from the current one on are written
   */
  public byte[] writeResponse(Matches matches) {
    return prepareResponse(matches).toArray();
  }

  /**
   * Prepares a response that the caller writes into a buffer of its own: the same bytes as {@link
   * #writeResponse(Matches)}, without an array for them.
   *
   * <p><b>Cost.</b> Looks up the cached texts of the rows and evaluates the computed values that
   * differ. The bytes are copied later, by {@link SearchResponse#writeTo}.
   *
   * @param matches the results; all results from the current one on are written
   */
  public SearchResponse prepareResponse(Matches matches) {
    return response(responses.gather(matches));
  }

  /**
   * Prepares the response to a request.
   *
   * <p><b>Cost.</b> As for {@link #prepareResponse(Matches)}; if the request selects columns, some
   * microseconds for each row, which is rendered anew.
   *
   * @param matches the results; all results from the current one on are written
   */
  public SearchResponse prepareResponse(SearchRequest request, Matches matches) {
    List<Field> shown = request.columns();
    return shown.equals(requests.schema().shownFields())
        ? prepareResponse(matches)
        : response(new RowRenderer(requests.schema(), shown).render(matches));
  }

  private SearchResponse response(@Nullable ResponseAssembler rows) {
    return new SearchResponse(rows, ResponseAssembler.CLOSING, compressor);
  }

  /**
   * Writes a response to a stream: the same bytes as {@link #writeResponse(Matches)}, which are all
   * in memory before the first is written. For many matches, {@link ExportCodec} writes row by row.
   *
   * @param matches the results; all results from the current one on are written
   * @param out is neither flushed nor closed
   * @throws IOException if {@code out} throws it
   */
  public void writeResponse(Matches matches, OutputStream out) throws IOException {
    out.write(writeResponse(matches));
  }

  private SearchRequest search(SearchForm form) {
    List<Field> shown = form.columns(columns);
    return new SearchRequest(form.query(requests), shown);
  }
}
