package io.offerengine.json.internal.token;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.NumberLiteral;
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
 * The tokens of a JSON text: strict UTF-8, no key twice in one object, within {@link InputRules}.
 *
 * <p>Whatever is wrong with the text is an {@link EngineException} with its position; what is wrong
 * with the stream below is an {@link UncheckedIOException}.
 *
 * <p><b>Cost.</b> Bounded memory: two buffers and the current token.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class JsonInput implements AutoCloseable {
  private final InputRules rules;
  private final Utf8Reader reader;
  private final JsonParser parser;
  private final Position start;
  private long recordStart;

  /** Where the record that is read begins; no position between records. */
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

  /** Moves to the next token, of which there must be one. */
  public JsonToken require() {
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
  public String text() {
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
    if (text.length() > rules.maxNumberLength()) {
      throw numberTooLong();
    }
    return NumberLiteral.parse(text).orElseThrow(this::numberTooLong);
  }

  private EngineException numberTooLong() {
    return refusal(
        LIMIT_EXCEEDED, "a number may have at most " + rules.maxNumberLength() + " characters");
  }

  /** Returns the characters of the current number. */
  public String numberText() {
    try {
      return parser.getString();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Returns the double that is nearest to the current number; infinite beyond all of them. */
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

  /** Moves to the end of the current value if it is an object or a list. */
  public void skipValue() {
    try {
      parser.skipChildren();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Returns the number of objects and lists that are open. */
  public int depth() {
    return parser.streamReadContext().getNestingDepth();
  }

  /** Moves on until no more than so many objects and lists are open. */
  public void leaveTo(int depth) {
    while (depth() > depth) {
      require();
    }
  }

  /** Starts to watch the length of a record that begins with the current token. */
  public void beginRecord() {
    recordPosition = position();
    beginPassage();
  }

  /** Starts to watch the length of a passage that is no record; it ends as a record does. */
  public void beginPassage() {
    recordStart = parser.currentTokenLocation().getCharOffset();
    reader.allow(rules.maxOfferLength());
  }

  /**
   * Ends the watch on a record or a passage whose last token is the current one.
   *
   * @throws EngineException if it is too long
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

  /** Returns an error that also says where its record begins, when that is another line. */
  EngineException refusalAt(Position position, ErrorCode code, String problem) {
    boolean isOnLaterLine = recordPosition.isKnown() && position.line() != recordPosition.line();
    String start = isOnLaterLine ? "; the offer begins on line " + recordPosition.line() : "";
    return rules.error(code, path(), position, problem + start);
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
      String problem = String.valueOf(e.getMessage());
      return refusalAt(reader.position(), INVALID_REQUEST, problem);
    }
    return new UncheckedIOException(e);
  }

  private Position positionOf(TokenStreamLocation location) {
    int line = Math.max(1, location.getLineNr());
    int column = Math.max(1, location.getColumnNr());
    return new Position(start.line() + line - 1, line == 1 ? start.column() + column - 1 : column);
  }

  /** Gives the buffers back and closes the stream below. */
  @Override
  public void close() throws IOException {
    parser.close();
    reader.close();
  }
}
