package io.offerengine.json;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;
import static io.offerengine.query.ErrorCode.PAYLOAD_TOO_LARGE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static io.offerengine.query.ErrorCode.UNKNOWN_OPERATOR;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.JsonLocator;
import io.offerengine.json.internal.token.JsonLocator.Location;
import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.json.internal.token.Position;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object whose members a program reads by rules of its own, and refuses with the place where
 * they stand.
 *
 * <pre>{@code
 * import static java.nio.charset.StandardCharsets.UTF_8;
 *
 * import io.offerengine.json.JsonBody;
 *
 * byte[] text = "{\"name\": \"reader\"}".getBytes(UTF_8);
 * JsonBody body = JsonBody.read(text, JsonLimits.DEFAULTS);
 * body.requireNames("a reader", List.of("name"), "name");
 * System.out.println(body.line("name", 100));
 * }</pre>
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class JsonBody {
  /** Errors that point at a key; all others point at a value. */
  private static final Set<ErrorCode> OF_KEYS =
      EnumSet.of(UNKNOWN_FIELD, UNKNOWN_OPERATOR, OPERATOR_NOT_SUPPORTED);

  private final InputRules rules;
  private final byte[] bytes;
  private final int offset;
  private final int length;
  private final @Nullable Object value;

  private JsonBody(
      InputRules rules,
      byte[] bytes,
      int offset,
      int length,
      Function<JsonInput, @Nullable Object> reading) {
    this.rules = rules;
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    this.value = tokens(reading);
  }

  /**
   * Reads an object.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body is longer than the limits allow, or is no JSON object
   */
  public static JsonBody read(byte[] body, JsonLimits limits) {
    return read(body, limits.rules());
  }

  /** Reads an object. */
  static JsonBody read(byte[] body, InputRules rules) {
    return read(body, 0, body.length, rules);
  }

  /** Reads an object in a part of an array. */
  static JsonBody read(byte[] bytes, int offset, int length, InputRules rules) {
    if (length > rules.maxBodyBytes()) {
      throw rules.error(
          PAYLOAD_TOO_LARGE,
          "",
          Position.NONE,
          "a body may have at most " + rules.maxBodyBytes() + " bytes, but has " + length);
    }
    return new JsonBody(rules, bytes, offset, length, JsonTree::readObject);
  }

  /**
   * Reads the parameter of an address whose value is JSON.
   *
   * @param name its name, with which the paths of errors begin
   * @param value JSON in UTF-8
   * @param meaning what a reader makes of the value, which is like that of {@link #get}
   * @throws JsonException if the value is no JSON, or if the reader refuses it with an {@link
   *     InvalidQueryException}
   */
  public static <T extends @Nullable Object> T readParameter(
      String name, byte[] value, JsonLimits limits, Function<@Nullable Object, T> meaning) {
    try {
      JsonBody text = new JsonBody(limits.rules(), value, 0, value.length, JsonTree::readValue);
      return text.interpret("", () -> meaning.apply(text.value));
    } catch (JsonException e) {
      String path = InvalidQueryException.pointer("", name) + e.path();
      throw new JsonException(e.code(), path, e.line(), e.column(), e.problem());
    }
  }

  /** Returns the members of an object. */
  @SuppressWarnings("unchecked") // objects are read into maps by texts
  private Map<String, @Nullable Object> members() {
    return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
  }

  private <T extends @Nullable Object> T tokens(Function<JsonInput, T> reading) {
    try (JsonInput in = rules.open(bytes, offset, length)) {
      return reading.apply(in);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * Returns what a reader makes of the members.
   *
   * @throws JsonException if the reader refuses them with an {@link InvalidQueryException}: the
   *     same refusal, with a line and a column
   */
  public <T> T interpret(Function<Map<String, @Nullable Object>, T> meaning) {
    return interpret("", () -> meaning.apply(members()));
  }

  /**
   * Runs a reader of this body. If the reader refuses the body, the error gets a line and a column.
   *
   * @param prefix the JSON Pointer that stands before the paths of the reader's errors
   */
  <T extends @Nullable Object> T interpret(String prefix, Supplier<T> meaning) {
    try {
      return meaning.get();
    } catch (InvalidQueryException e) {
      throw refusal(e.code(), prefix + e.path(), e.problem());
    }
  }

  /**
   * Returns the value of a member: a text, a {@link Boolean}, a {@link NumberLiteral}, a {@link
   * List}, a {@link Map} by names; null if the member is null or missing.
   */
  public @Nullable Object get(String name) {
    return members().get(name);
  }

  /**
   * Refuses members with other names.
   *
   * @param what what the object is, in words
   * @param use what to use instead, in words
   * @throws JsonException if a member has another name
   */
  public void requireNames(String what, List<String> names, String use) {
    for (String name : members().keySet()) {
      if (!names.contains(name)) {
        throw refusal(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("", name),
            what + " has no field called " + MessageText.name(name) + "; use " + use);
      }
    }
  }

  /**
   * Returns a member that is a line of text; an empty one if the member is null or missing.
   *
   * @param longest in UTF-16 code units
   * @throws JsonException if the member is something else, has control characters or is longer
   */
  public String line(String name, int longest) {
    Object value = get(name);
    if (value == null) {
      return "";
    }
    if (!(value instanceof String line) || line.chars().anyMatch(Character::isISOControl)) {
      throw refusal(
          INVALID_VALUE,
          InvalidQueryException.pointer("", name),
          name + " takes one line without control characters, but got " + shown(value));
    }
    if (line.length() > longest) {
      throw refusal(
          LIMIT_EXCEEDED,
          InvalidQueryException.pointer("", name),
          name + " takes at most " + longest + " characters, but got " + line.length());
    }
    return line;
  }

  /**
   * Returns a refusal of the body with a line and a column.
   *
   * @param pointer a JSON Pointer to what is wrong
   */
  public EngineException refusal(ErrorCode code, String pointer, String problem) {
    Location location = tokens(in -> JsonLocator.locate(in, pointer));
    Position position = OF_KEYS.contains(code) ? location.key() : location.value();
    String path = location.path().isEmpty() ? pointer : location.path();
    return rules.error(code, path, position, problem);
  }

  /** Returns a value for an error message: with a word for its type, cut, on one line. */
  public static String shown(@Nullable Object value) {
    return MessageText.value(value);
  }

  /** Returns a name for an error message: cut, and in quotes unless it is a word. */
  public static String named(String name) {
    return MessageText.name(name);
  }

  /** Returns a value for {@link #write} that is JSON already, and is written as it is. */
  public static Object written(String json) {
    return new JsonOutput.Written(json);
  }

  /**
   * Writes a value: a map by texts, a list, a text, a {@link Boolean}, a {@link Long}, a {@link
   * Double}, a {@link NumberLiteral}, JSON that is {@linkplain #written written} already, or null.
   * Maps are written in their order, and numbers that were read keep their notation.
   */
  public static byte[] write(@Nullable Object value) {
    return JsonOutput.bytes(out -> JsonOutput.writeTree(out, value));
  }
}
