package io.offerengine.json;

import io.offerengine.Matches;
import io.offerengine.json.internal.read.RequestEnvelope;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.read.RequestText;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.write.CachedResponseWriter;
import io.offerengine.json.internal.write.PlainResponseWriter;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of a documented search request into a {@link SearchRequest}, and {@link Matches}
 * into the bytes of the documented response.
 *
 * <pre>{@code
 * SearchRequest request = codec.readRequest(body);
 * Matches matches = engine.snapshot().search(request.query());
 * byte[] response = codec.writeResponse(matches);
 * }</pre>
 *
 * <p>A request that can't be read, or that does not fit the schema, is a {@link JsonException} that
 * says where.
 *
 * <p><b>Threads.</b> Immutable; one codec serves any number of threads.
 */
public final class SearchCodec {
  private final RequestReader requests;
  private final CachedResponseWriter responses;
  private final PlainResponseWriter plainResponses;
  private final QueryLimits limits;
  private final InputRules rules;

  /** Creates a codec under the default limits. */
  public SearchCodec(Schema schema) {
    this(schema, QueryLimits.DEFAULTS, JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param schema what offers are
   * @param queryLimits how much a request may ask for
   * @param jsonLimits how much a request may hold
   */
  public SearchCodec(Schema schema, QueryLimits queryLimits, JsonLimits jsonLimits) {
    this.requests = new RequestReader(schema, queryLimits);
    this.responses = new CachedResponseWriter(schema);
    this.plainResponses = new PlainResponseWriter(schema);
    this.limits = queryLimits;
    this.rules = jsonLimits.rules();
  }

  /**
   * Reads a search request.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if it can't be read or does not fit the schema
   */
  public SearchRequest readRequest(byte[] body) {
    return readRequest(body, 0, body.length);
  }

  /**
   * Reads a search request that is a part of an array.
   *
   * @throws JsonException if it can't be read or does not fit the schema
   * @throws IndexOutOfBoundsException if the part is none of the array
   */
  public SearchRequest readRequest(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    RequestText text = text(bytes, offset, length);
    Map<String, @Nullable Object> request = text.parse();
    return search(text.interpret("", () -> requests.readSearch(request)));
  }

  /**
   * Reads a search request in its envelope, {@code {"select_cols": ["*"], "q": {…}}}: another form
   * in which clients send it.
   *
   * @throws JsonException if it can't be read, asks for less than all columns, or does not fit the
   *     schema
   */
  public SearchRequest readEnvelope(byte[] body) {
    RequestText text = text(body, 0, body.length);
    Map<String, @Nullable Object> envelope = text.parse();
    Map<String, @Nullable Object> request =
        text.interpret("", () -> RequestEnvelope.open(envelope));
    return search(text.interpret("/q", () -> requests.readSearch(request)));
  }

  /**
   * Reads a map of field name to condition, as a template stores it, by the rules of a request;
   * limit, order and the other keys of a request are unknown in it.
   *
   * @return the conditions as a request, which can be run as one
   * @throws JsonException if it can't be read or does not fit the schema
   */
  public SearchRequest readConditions(byte[] body) {
    RequestText text = text(body, 0, body.length);
    Map<String, @Nullable Object> conditions = text.parse();
    return search(text.interpret("", () -> requests.readConditions(conditions)));
  }

  /**
   * Returns a response: {@code {"offers": […]}} with every shown field, absent ones as null.
   *
   * <p><b>Cost.</b> The engine keeps the texts of rows that were written once ({@link
   * io.offerengine.OfferEngine.Builder#attachmentBudget}); a kept text is copied, and only computed
   * values are written anew.
   *
   * @param matches from its current position on; read to its end
   */
  public byte[] writeResponse(Matches matches) {
    return prepareResponse(matches).toArray();
  }

  /**
   * Returns a response that is written later, at once into a buffer of the caller's: the same bytes
   * as those of {@link #writeResponse(Matches)}, without an array for them.
   *
   * <p><b>Cost.</b> The rows' kept texts are found and their computed values computed.
   *
   * @param matches from its current position on; read to its end
   */
  public SearchResponse prepareResponse(Matches matches) {
    return new SearchResponse(responses.gather(matches));
  }

  /**
   * Writes a response, {@code {"offers": […]}} with every shown field, absent ones as null.
   *
   * @param matches from its current position on; read to its end
   * @param out neither flushed nor closed
   * @throws IOException if {@code out} throws it
   */
  public void writeResponse(Matches matches, OutputStream out) throws IOException {
    responses.write(matches, out);
  }

  /**
   * Writes the same bytes as {@link #writeResponse(Matches, OutputStream)}, field by field, without
   * keeping anything and without using what is kept: several times slower.
   *
   * @param matches from its current position on; read to its end
   * @param out neither flushed nor closed
   * @throws IOException if {@code out} throws it
   */
  public void writePlainResponse(Matches matches, OutputStream out) throws IOException {
    plainResponses.write(matches, out);
  }

  private RequestText text(byte[] bytes, int offset, int length) {
    return new RequestText(rules, bytes, offset, length);
  }

  private SearchRequest search(Query query) {
    return new SearchRequest(query, limits);
  }
}
