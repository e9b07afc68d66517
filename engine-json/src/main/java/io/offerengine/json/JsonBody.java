package io.offerengine.json;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.read.RequestText;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
  private final RequestText text;
  private final Map<String, @Nullable Object> members;

  private JsonBody(RequestText text) {
    this.text = text;
    this.members = text.parse();
  }

  /**
   * Reads an object.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body is longer than the limits allow, or is no JSON object
   */
  public static JsonBody read(byte[] body, JsonLimits limits) {
    return new JsonBody(new RequestText(limits.rules(), body, 0, body.length));
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
    RequestText text = new RequestText(limits.rules(), value, 0, value.length);
    try {
      Object parsed = text.parseValue();
      return text.interpret("", () -> meaning.apply(parsed));
    } catch (JsonException e) {
      throw new JsonException(e.code(), "/" + name + e.path(), e.line(), e.column(), e.problem());
    }
  }

  /**
   * Returns what a reader makes of the members.
   *
   * @throws JsonException if the reader refuses them with an {@link InvalidQueryException}: the
   *     same refusal, with a line and a column
   */
  public <T> T interpret(Function<Map<String, @Nullable Object>, T> meaning) {
    return text.interpret("", () -> meaning.apply(members));
  }

  /**
   * Returns the value of a member: a text, a {@link Boolean}, a {@link NumberLiteral}, a {@link
   * List}, a {@link Map} by names; null if the member is null or missing.
   */
  public @Nullable Object get(String name) {
    return members.get(name);
  }

  /**
   * Refuses members with other names.
   *
   * @param what what the object is, in words
   * @param use what to use instead, in words
   * @throws JsonException if a member has another name
   */
  public void requireNames(String what, List<String> names, String use) {
    for (String name : members.keySet()) {
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
          "/" + name,
          name + " takes one line without control characters, but got " + shown(value));
    }
    if (line.length() > longest) {
      throw refusal(
          LIMIT_EXCEEDED,
          "/" + name,
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
    return text.located("", new InvalidQueryException(code, pointer, problem));
  }

  /** Returns a value for an error message: with a word for its type, cut, on one line. */
  public static String shown(@Nullable Object value) {
    return MessageText.value(value);
  }

  /** Returns a name for an error message: cut, and in quotes unless it is a word. */
  public static String named(String name) {
    return MessageText.name(name);
  }

  /** Returns where a member stands, as the reader of a search needs it. */
  RequestText text() {
    return text;
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
