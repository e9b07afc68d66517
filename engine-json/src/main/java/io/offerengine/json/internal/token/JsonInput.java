package io.offerengine.json.internal.token;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.Collation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;

/**
 * The tokens of one JSON text.
 *
 * <p>The text must be strict UTF-8, no object may have the same key twice, and the limits of {@link
 * InputRules} apply. A text that breaks a rule causes an {@link EngineException} with a position. A
 * stream that fails causes an {@link UncheckedIOException}.
 *
 * <p><b>Cost.</b> Linear in the length of the text. Memory for two buffers of a few thousand
 * characters and for the current token.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class JsonInput implements AutoCloseable {
  private final InputRules rules;
  private final Utf8Reader reader;
  private final JsonParser parser;
  private final Position start;
  private long recordStart;

  /** The position where the current record begins; {@link Position#NONE} between records. */
  private Position recordPosition = Position.NONE;

  JsonInput(InputRules rules, Utf8Reader reader, Position start) {
    this.rules = rules;
    this.reader = reader;
    this.start = start;
    this.parser = rules.factory().createParser(ObjectReadContext.empty(), reader);
  }

  /** Moves to the next token and returns it; null at the end of the text. */
  public @Nullable JsonToken next() {
    try {
      return parser.nextToken();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Moves to the next token and returns it; an error if the text ends here. */
  public JsonToken require() {
    JsonToken token = next();
    if (token == null) {
      throw refusal(INVALID_REQUEST, "the text ends too early; it was cut short");
    }
    return token;
  }

  /** Returns the current token; there must be one. */
  public JsonToken current() {
    return Objects.requireNonNull(parser.currentToken());
  }

  /** Returns the current key or text; an error if the text contains half of a surrogate pair. */
  public String text() {
    String text = characters();
    if (Collation.loneSurrogate(text) >= 0) {
      throw refusal(
          INVALID_REQUEST, "the text holds half of a surrogate pair, which is no Unicode");
    }
    return text;
  }

  /** Returns the current number with the digits of the text. */
  NumberLiteral number() {
    String text = characters();
    if (text.length() > rules.maxNumberLength()) {
      throw numberTooLong();
    }
    return NumberLiteral.parse(text).orElseThrow(this::numberTooLong);
  }

  private EngineException numberTooLong() {
    return refusal(
        LIMIT_EXCEEDED, "a number may have at most " + rules.maxNumberLength() + " characters");
  }

  /**
   * Returns the characters of the current key, text or number. Unlike {@link #text}, this method
   * does not refuse half of a surrogate pair.
   */
  public String characters() {
    try {
      return parser.getString();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /**
   * Returns the double that is nearest to the current number; infinite if the number exceeds the
   * range of double.
   */
  public double doubleValue() {
    try {
      return parser.getDoubleValue();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Returns whether the current number is an integer of 64 bits without fraction or exponent. */
  public boolean isLong() {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return false;
    }
    JsonParser.NumberType type = parser.getNumberType();
    return type == JsonParser.NumberType.INT || type == JsonParser.NumberType.LONG;
  }

  /** Returns the current integer of 64 bits. */
  public long longValue() {
    return parser.getLongValue();
  }

  /** Moves to the last token of the current value. */
  public void skipValue() {
    if (current().isStructStart()) {
      leaveTo(depth() - 1);
    }
  }

  /** Returns the number of open objects and lists. */
  public int depth() {
    return parser.streamReadContext().getNestingDepth();
  }

  /** Moves forward until at most {@code depth} objects and lists are open. */
  public void leaveTo(int depth) {
    while (depth() > depth) {
      require();
    }
  }

  /**
   * Starts a record at the current token: from now on, errors name the line of this token, and the
   * length is limited.
   */
  public void beginRecord() {
    recordPosition = position();
    beginPassage();
  }

  /**
   * Starts a passage at the current token, which is not a record; its length is limited like that
   * of a record.
   */
  public void beginPassage() {
    recordStart = parser.currentTokenLocation().getCharOffset();
    reader.allow(rules.maxOfferLength());
  }

  /**
   * Ends the record or the passage; the current token is its last one.
   *
   * @throws EngineException if the record or passage is longer than an offer may be
   */
  public void endRecord() {
    reader.allow(Long.MAX_VALUE);
    if (parser.currentLocation().getCharOffset() - recordStart > rules.maxOfferLength()) {
      throw recordTooLong();
    }
    recordPosition = Position.NONE;
  }

  private EngineException recordTooLong() {
    return refusal(
        LIMIT_EXCEEDED, "an offer may have at most " + rules.maxOfferLength() + " characters");
  }

  /** Returns the position of the current token. */
  public Position position() {
    return positionOf(parser.currentTokenLocation());
  }

  /** Returns the JSON Pointer of the current token. */
  public String path() {
    return parser.streamReadContext().pathAsPointer().toString();
  }

  /** Returns an error at the current token. */
  public EngineException refusal(ErrorCode code, String problem) {
    return refusalAt(position(), code, problem);
  }

  /**
   * Returns an error at a position. If the current record begins on another line, the message names
   * that line too.
   */
  EngineException refusalAt(Position position, ErrorCode code, String problem) {
    return refusalAt(position, code, path(), problem);
  }

  /** Returns an error at a position and a JSON Pointer. */
  public EngineException refusalAt(Position position, ErrorCode code, String path, String problem) {
    boolean isOnLaterLine = recordPosition.isKnown() && position.line() != recordPosition.line();
    String start = isOnLaterLine ? "; the offer begins on line " + recordPosition.line() : "";
    return rules.error(code, path, position, problem + start);
  }

  private RuntimeException failure(JacksonException e) {
    if (e instanceof JacksonIOException io) {
      return failureOfStream(Objects.requireNonNull(io.getCause()));
    }
    Position position =
        positionOf(e.getLocation() == null ? parser.currentLocation() : e.getLocation());
    return refusalAt(position, SyntaxErrors.codeOf(e), SyntaxErrors.problemOf(e, rules));
  }

  private RuntimeException failureOfStream(IOException e) {
    if (e instanceof Utf8Reader.AllowanceException) {
      return recordTooLong();
    }
    if (e instanceof Utf8Reader.UnreadableException) {
      // The parser ends a line when it sees what follows a carriage return.
      Position reached = positionOf(parser.currentLocation());
      Position position = reader.isAfterReturn() ? new Position(reached.line() + 1, 1) : reached;
      return refusalAt(position, INVALID_REQUEST, String.valueOf(e.getMessage()));
    }
    return new UncheckedIOException(e);
  }

  private Position positionOf(TokenStreamLocation location) {
    int line = Math.max(1, location.getLineNr());
    int column = Math.max(1, location.getColumnNr());
    return new Position(start.line() + line - 1, line == 1 ? start.column() + column - 1 : column);
  }

  /** Releases the buffers and closes the stream. */
  @Override
  public void close() throws IOException {
    parser.close();
    reader.close();
  }
}
