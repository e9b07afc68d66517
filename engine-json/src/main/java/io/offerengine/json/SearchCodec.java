package io.offerengine.json;

import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;
import static io.offerengine.query.ErrorCode.PAYLOAD_TOO_LARGE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static io.offerengine.query.ErrorCode.UNKNOWN_OPERATOR;

import io.offerengine.Matches;
import io.offerengine.json.JsonLocator.Location;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;

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
  /** Errors whose key is at fault, rather than its value. */
  private static final Set<ErrorCode> OF_KEYS =
      EnumSet.of(UNKNOWN_FIELD, UNKNOWN_OPERATOR, OPERATOR_NOT_SUPPORTED);

  private static final int BYTES_PER_OFFER = 3072;
  private static final int MAX_FIRST_BUFFER = 1 << 20;

  private final RequestReader requests;
  private final ResponseWriter responses;
  private final JsonLimits limits;
  private final JsonFactory factory;

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
    this.responses = new ResponseWriter(schema);
    this.limits = jsonLimits;
    this.factory = JsonInput.factory(jsonLimits);
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
    Body text = new Body(bytes, offset, length);
    Map<String, @Nullable Object> request = parse(text);
    return interpret(text, "", () -> requests.readSearch(request));
  }

  /**
   * Reads a search request in its envelope, {@code {"select_cols": ["*"], "q": {…}}}: another form
   * in which clients send it.
   *
   * @throws JsonException if it can't be read, asks for less than all columns, or does not fit the
   *     schema
   */
  public SearchRequest readEnvelope(byte[] body) {
    Body text = new Body(body, 0, body.length);
    Map<String, @Nullable Object> envelope = parse(text);
    Map<String, @Nullable Object> request =
        interpret(text, "", () -> RequestEnvelope.open(envelope));
    return interpret(text, "/q", () -> requests.readSearch(request));
  }

  /**
   * Reads a map of field name to condition, as a template stores it, by the rules of a request;
   * limit, order and the other keys of a request are unknown in it.
   *
   * @return the conditions as a request, which can be run as one
   * @throws JsonException if it can't be read or does not fit the schema
   */
  public SearchRequest readConditions(byte[] body) {
    Body text = new Body(body, 0, body.length);
    Map<String, @Nullable Object> conditions = parse(text);
    return interpret(text, "", () -> requests.readConditions(conditions));
  }

  /** Returns a response: {@code {"offers": […]}} with every shown field, absent ones as null. */
  public byte[] writeResponse(Matches matches) {
    long estimate = (long) matches.size() * BYTES_PER_OFFER;
    ByteArrayOutputStream out =
        new ByteArrayOutputStream((int) Math.min(estimate + 64, MAX_FIRST_BUFFER));
    try {
      writeResponse(matches, out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  /**
   * Writes a response, {@code {"offers": […]}} with every shown field, absent ones as null.
   *
   * @param matches from its current place on; read to its end
   * @param out neither flushed nor closed
   * @throws IOException if {@code out} throws it
   */
  public void writeResponse(Matches matches, OutputStream out) throws IOException {
    responses.write(matches, out);
  }

  /** A text as it came. */
  private static final class Body {
    private final byte[] bytes;
    private final int offset;
    private final int length;

    Body(byte[] bytes, int offset, int length) {
      this.bytes = bytes;
      this.offset = offset;
      this.length = length;
    }

    ByteArrayInputStream stream() {
      return new ByteArrayInputStream(bytes, offset, length);
    }
  }

  private Map<String, @Nullable Object> parse(Body body) {
    if (body.length > limits.maxBodyBytes()) {
      throw new JsonException(
          PAYLOAD_TOO_LARGE,
          "",
          Place.NONE,
          "a body may have at most " + limits.maxBodyBytes() + " bytes, but has " + body.length);
    }
    return read(body, JsonTree::readObject);
  }

  /** Returns what a parsed text means, or says where in the text it means nothing. */
  private <T> T interpret(Body body, String prefix, Supplier<T> meaning) {
    try {
      return meaning.get();
    } catch (InvalidQueryException e) {
      String pointer = prefix + e.path();
      Location location = read(body, in -> JsonLocator.locate(in, pointer));
      boolean isOfKey = OF_KEYS.contains(e.code());
      Place place = isOfKey ? location.key() : location.value();
      String path = location.path().isEmpty() ? pointer : location.path();
      throw new JsonException(e.code(), path, place, e.problem());
    }
  }

  private <T> T read(Body body, Function<JsonInput, T> reading) {
    try (JsonInput in = new JsonInput(factory, body.stream(), limits)) {
      return reading.apply(in);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
