package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;
import static io.offerengine.query.ErrorCode.PAYLOAD_TOO_LARGE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static io.offerengine.query.ErrorCode.UNKNOWN_OPERATOR;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.JsonLocator;
import io.offerengine.json.internal.token.JsonLocator.Location;
import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.Position;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The text of one request body. If the request is refused, the error gets the position in this
 * text.
 */
public final class RequestText {
  /** Errors that point at a key; all others point at a value. */
  private static final Set<ErrorCode> OF_KEYS =
      EnumSet.of(UNKNOWN_FIELD, UNKNOWN_OPERATOR, OPERATOR_NOT_SUPPORTED);

  private final InputRules rules;
  private final byte[] bytes;
  private final int offset;
  private final int length;

  /** Creates a text from a part of an array. */
  public RequestText(InputRules rules, byte[] bytes, int offset, int length) {
    this.rules = rules;
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  /**
   * Reads the text as an object.
   *
   * @throws EngineException if the text is too long, is not JSON, or is not an object
   */
  public Map<String, @Nullable Object> parse() {
    if (length > rules.maxBodyBytes()) {
      throw rules.error(
          PAYLOAD_TOO_LARGE,
          "",
          Position.NONE,
          "a body may have at most " + rules.maxBodyBytes() + " bytes, but has " + length);
    }
    return read(JsonTree::readObject);
  }

  /**
   * Reads the text as any value.
   *
   * @throws EngineException if the text is not JSON
   */
  public @Nullable Object parseValue() {
    return read(JsonTree::readValue);
  }

  /**
   * Runs a reader of the parsed text. If the reader refuses the request, the error gets a line and
   * a column.
   *
   * @param prefix the JSON Pointer that stands before the paths of the reader's errors
   * @throws EngineException if the reader refuses the request
   */
  public <T> T interpret(String prefix, Supplier<T> meaning) {
    try {
      return meaning.get();
    } catch (InvalidQueryException e) {
      throw located(prefix, e);
    }
  }

  /**
   * Returns the error of a refusal with its line and column in this text.
   *
   * @param prefix the JSON Pointer that stands before the path of the refusal
   */
  public EngineException located(String prefix, InvalidQueryException refusal) {
    String pointer = prefix + refusal.path();
    Location location = read(in -> JsonLocator.locate(in, pointer));
    boolean isOfKey = OF_KEYS.contains(refusal.code());
    Position position = isOfKey ? location.key() : location.value();
    String path = location.path().isEmpty() ? pointer : location.path();
    return rules.error(refusal.code(), path, position, refusal.problem());
  }

  private <T extends @Nullable Object> T read(Function<JsonInput, T> reading) {
    try (JsonInput in = rules.open(bytes, offset, length)) {
      return reading.apply(in);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
