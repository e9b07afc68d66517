package io.offerengine.bench.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON value of results that a command wrote, read back.
 *
 * <p>What a value is asked for and isn't is an {@link IllegalArgumentException}.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class JsonTree {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final @Nullable Object value;
  private final String expected;

  private JsonTree(@Nullable Object value, String expected) {
    this.value = value;
    this.expected = expected;
  }

  /**
   * Reads a file.
   *
   * @param expected what it should hold, for errors
   * @throws IOException if it can't be read
   */
  public static JsonTree read(Path file, String expected) throws IOException {
    try (JsonParser in =
        FACTORY.createParser(ObjectReadContext.empty(), Files.readAllBytes(file))) {
      in.nextToken();
      return new JsonTree(value(in), expected);
    }
  }

  private static @Nullable Object value(JsonParser in) {
    JsonToken token = in.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, @Nullable Object> object = new LinkedHashMap<>();
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String name = in.currentName();
        in.nextToken();
        object.put(name, value(in));
      }
      return object;
    }
    if (token == JsonToken.START_ARRAY) {
      List<@Nullable Object> list = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(in));
      }
      return list;
    }
    return token != null && token.isNumeric() ? in.getNumberValue() : in.getString();
  }

  /** Returns a member of an object. */
  public JsonTree get(String name) {
    return new JsonTree(required(Map.class).get(name), expected);
  }

  /** Returns the members of an object, in their order. */
  public Map<String, JsonTree> members() {
    Map<String, JsonTree> members = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) required(Map.class)).entrySet()) {
      members.put(String.valueOf(entry.getKey()), new JsonTree(entry.getValue(), expected));
    }
    return members;
  }

  /** Returns the elements of a list. */
  public List<JsonTree> elements() {
    List<JsonTree> elements = new ArrayList<>();
    for (Object element : required(List.class)) {
      elements.add(new JsonTree(element, expected));
    }
    return elements;
  }

  /** Returns a number; whole ones are exact up to 2^53. */
  public double number() {
    return required(Number.class).doubleValue();
  }

  /** Returns a text. */
  public String text() {
    return required(String.class);
  }

  private <T> T required(Class<T> type) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "these are no " + expected + ": " + value + " is no " + type.getSimpleName());
    }
    return type.cast(value);
  }
}
