package io.offerengine.json;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;

import io.offerengine.query.ErrorCode;
import io.offerengine.query.NumberLiteral;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * The tokens of a JSON text: strict UTF-8, no key twice in one object, within {@link JsonLimits}.
 *
 * <p>Whatever is wrong with the text is a {@link JsonException} with its place; what is wrong with
 * the stream below is an {@link UncheckedIOException}.
 *
 * <p><b>Cost.</b> Bounded memory: two buffers and the current token.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class JsonInput implements AutoCloseable {
  private final JsonLimits limits;
  private final Utf8Reader reader;
  private final JsonParser parser;
  private final Place start;
  private long recordStart;

  /** Where the record that is read begins; no place between records. */
  private Place recordPlace = Place.NONE;

  JsonInput(JsonFactory factory, InputStream source, JsonLimits limits) {
    this(factory, limits, new Utf8Reader(source), new Place(1, 1));
  }

  /** Reads a text that is a part of an array. */
  JsonInput(JsonFactory factory, byte[] text, int offset, int length, JsonLimits limits) {
    this(factory, limits, new Utf8Reader(text, offset, length), new Place(1, 1));
  }

  private JsonInput(JsonFactory factory, JsonLimits limits, Utf8Reader reader, Place start) {
    this.limits = limits;
    this.reader = reader;
    this.start = start;
    this.parser = factory.createParser(ObjectReadContext.empty(), reader);
  }

  /**
   * Goes on with a text whose beginning was read by somebody else.
   *
   * @param start the place of the next character
   */
  static JsonInput from(JsonFactory factory, InputStream rest, JsonLimits limits, Place start) {
    return new JsonInput(factory, limits, new Utf8Reader(rest, start), start);
  }

  /** Returns the factory of parsers under limits; it is safe for use by many threads. */
  static JsonFactory factory(JsonLimits limits) {
    return JsonFactory.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
        .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(limits.maxDepth())
                .maxStringLength(limits.maxTextLength())
                .maxNameLength(limits.maxTextLength())
                .maxNumberLength(limits.maxNumberLength())
                .build())
        .build();
  }

  /** Moves to the next token and returns it; null at the end of the text. */
  @Nullable JsonToken next() {
    try {
      return parser.nextToken();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Moves to the next token, of which there must be one. */
  JsonToken require() {
    JsonToken token = next();
    if (token == null) {
      throw refusal(INVALID_REQUEST, "the text ends too early; it was cut short");
    }
    return token;
  }

  /** Returns the current token, of which there must be one. */
  JsonToken current() {
    return Objects.requireNonNull(parser.currentToken());
  }

  /** Returns the current key or text. */
  String text() {
    try {
      String text = parser.getString();
      if (UnicodeText.loneSurrogate(text) >= 0) {
        throw refusal(
            INVALID_REQUEST, "the text holds half of a surrogate pair, which is no Unicode");
      }
      return text;
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Returns the current number, exactly as written. */
  NumberLiteral number() {
    String text = numberText();
    if (text.length() > limits.maxNumberLength()) {
      throw numberTooLong();
    }
    return NumberLiteral.parse(text).orElseThrow(this::numberTooLong);
  }

  private JsonException numberTooLong() {
    return refusal(
        LIMIT_EXCEEDED, "a number may have at most " + limits.maxNumberLength() + " characters");
  }

  /** Returns the characters of the current number. */
  String numberText() {
    try {
      return parser.getString();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Returns the double that is nearest to the current number; infinite beyond all of them. */
  double doubleValue() {
    try {
      return parser.getDoubleValue();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Returns whether the current number is an integer of 64 bits without fraction or exponent. */
  boolean isLong() {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return false;
    }
    JsonParser.NumberType type = parser.getNumberType();
    return type == JsonParser.NumberType.INT || type == JsonParser.NumberType.LONG;
  }

  /** Returns the current integer of 64 bits. */
  long longValue() {
    return parser.getLongValue();
  }

  /** Moves to the end of the current value if it is an object or a list. */
  void skipValue() {
    try {
      parser.skipChildren();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Returns the number of objects and lists that are open. */
  int depth() {
    return parser.streamReadContext().getNestingDepth();
  }

  /** Moves on until no more than so many objects and lists are open. */
  void leaveTo(int depth) {
    while (depth() > depth) {
      require();
    }
  }

  /** Starts to watch the length of a record that begins with the current token. */
  void beginRecord() {
    recordPlace = place();
    beginPassage();
  }

  /** Starts to watch the length of a passage that is no record; it ends as a record does. */
  void beginPassage() {
    recordStart = parser.currentTokenLocation().getCharOffset();
    reader.allow(limits.maxOfferLength());
  }

  /**
   * Ends the watch on a record or a passage whose last token is the current one.
   *
   * @throws JsonException if it is too long
   */
  void endRecord() {
    reader.allow(Long.MAX_VALUE);
    if (parser.currentLocation().getCharOffset() - recordStart > limits.maxOfferLength()) {
      throw recordTooLong();
    }
    recordPlace = Place.NONE;
  }

  private JsonException recordTooLong() {
    return refusal(
        LIMIT_EXCEEDED, "an offer may have at most " + limits.maxOfferLength() + " characters");
  }

  /** Returns the place of the current token. */
  Place place() {
    return placeOf(parser.currentTokenLocation());
  }

  /** Returns the JSON Pointer of the current token. */
  String path() {
    return parser.streamReadContext().pathAsPointer().toString();
  }

  /** Returns an error at the current token. */
  JsonException refusal(ErrorCode code, String problem) {
    return refusalAt(place(), code, problem);
  }

  /** Returns an error that also says where its record begins, when that is another line. */
  private JsonException refusalAt(Place place, ErrorCode code, String problem) {
    boolean isOnLaterLine = recordPlace.isKnown() && place.line() != recordPlace.line();
    String start = isOnLaterLine ? "; the offer begins on line " + recordPlace.line() : "";
    return new JsonException(code, path(), place, problem + start);
  }

  private RuntimeException failure(JacksonException e) {
    if (e instanceof JacksonIOException io) {
      return failureOfStream(Objects.requireNonNull(io.getCause()));
    }
    Place place = placeOf(e.getLocation() == null ? parser.currentLocation() : e.getLocation());
    return refusalAt(place, Syntax.codeOf(e), Syntax.problemOf(e, limits));
  }

  private RuntimeException failureOfStream(IOException e) {
    if (e instanceof Utf8Reader.AllowanceException) {
      return recordTooLong();
    }
    if (e instanceof Utf8Reader.UnreadableException) {
      String problem = String.valueOf(e.getMessage());
      return refusalAt(reader.place(), INVALID_REQUEST, problem);
    }
    return new UncheckedIOException(e);
  }

  private Place placeOf(TokenStreamLocation location) {
    int line = Math.max(1, location.getLineNr());
    int column = Math.max(1, location.getColumnNr());
    return new Place(start.line() + line - 1, line == 1 ? start.column() + column - 1 : column);
  }

  /** Gives the buffers back and closes the stream below. */
  @Override
  public void close() throws IOException {
    parser.close();
    reader.close();
  }
}
