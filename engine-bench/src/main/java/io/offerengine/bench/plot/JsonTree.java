package io.offerengine.bench.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON value of results that a command wrote, read back.
 *
 * <p>A value that is asked for as what it isn't is an {@link IllegalArgumentException}, which names
 * its place.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class JsonTree {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final @Nullable Object value;
  private final String place;

  private JsonTree(@Nullable Object value, String place) {
    this.value = value;
    this.place = place;
  }

  /**
   * Reads a file.
   *
   * @param expected what it should hold, for errors
   * @param reading makes that of it
   * @throws IOException if it can't be read, or holds something else
   */
  public static <T> T read(Path file, String expected, Function<JsonTree, T> reading)
      throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      in.nextToken();
      return reading.apply(new JsonTree(value(in), ""));
    } catch (JacksonException e) {
      String place = " at byte " + e.getLocation().getByteOffset();
      throw other(file, expected, e.getOriginalMessage() + place, e);
    } catch (IllegalArgumentException e) {
      throw other(file, expected, String.valueOf(e.getMessage()), e);
    }
  }

  private static IOException other(Path file, String expected, String problem, Exception cause) {
    return new IOException(file + " holds no " + expected + ": " + problem, cause);
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
    if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
      return token == JsonToken.VALUE_TRUE;
    }
    return token != null && token.isNumeric() ? in.getNumberValue() : in.getString();
  }

  /** Returns a member of an object. */
  public JsonTree get(String name) {
    return new JsonTree(required(Map.class, "an object").get(name), place + "/" + name);
  }

  /** Returns the members of an object, in their order. */
  public Map<String, JsonTree> members() {
    Map<String, JsonTree> members = new LinkedHashMap<>();
    for (Object name : required(Map.class, "an object").keySet()) {
      members.put((String) name, get((String) name));
    }
    return members;
  }

  /** Returns the elements of a list. */
  public List<JsonTree> elements() {
    List<JsonTree> elements = new ArrayList<>();
    for (Object element : required(List.class, "a list")) {
      elements.add(new JsonTree(element, place + "/" + elements.size()));
    }
    return elements;
  }

  /** Returns a number. */
  public double number() {
    return required(Number.class, "a number").doubleValue();
  }

  /** Returns a whole number, exact in all its digits. */
  public long wholeNumber() {
    if (value instanceof Integer small) {
      return small;
    }
    return required(Long.class, "a whole number");
  }

  /** Returns a truth value. */
  public boolean flag() {
    return required(Boolean.class, "true or false");
  }

  /** Returns a text. */
  public String text() {
    return required(String.class, "a text");
  }

  private <T> T required(Class<T> type, String expected) {
    if (!type.isInstance(value)) {
      String at = place.isEmpty() ? "its value" : place;
      throw new IllegalArgumentException(at + " is not " + expected + " but " + value);
    }
    return type.cast(value);
  }
}
