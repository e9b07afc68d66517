package io.offerengine.json.internal.token;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Reads a whole JSON text into plain values: String, Boolean, {@link
 * io.offerengine.query.NumberLiteral}, null, List, and Map in the order of the text.
 *
 * <p>Requests are read this way, since they are small. Offers are streamed instead.
 *
 * <p><b>Cost.</b> Linear in time and memory. The recursion is as deep as {@link
 * InputRules#maxDepth} allows.
 */
public final class JsonTree {
  private JsonTree() {}

  /** Reads a text that must be one object. */
  public static Map<String, @Nullable Object> readObject(JsonInput in) {
    JsonToken first = in.next();
    if (first == null) {
      throw in.refusal(INVALID_REQUEST, "the body is empty; a request is an object, at least {}");
    }
    if (first != JsonToken.START_OBJECT) {
      Position start = in.position();
      String got = MessageText.value(value(in, first));
      throw in.refusalAt(start, INVALID_REQUEST, "a request is an object, but got " + got);
    }
    Map<String, @Nullable Object> object = object(in);
    if (in.next() != null) {
      throw in.refusal(INVALID_REQUEST, "nothing may follow the end of the request");
    }
    return object;
  }

  /** Reads a text that may be any value. */
  public static @Nullable Object readValue(JsonInput in) {
    Object value = value(in, in.require());
    if (in.next() != null) {
      throw in.refusal(INVALID_REQUEST, "nothing may follow the end of the value");
    }
    return value;
  }

  /** Reads the object whose start is the current token, up to its end. */
  public static Map<String, @Nullable Object> object(JsonInput in) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    while (in.require() != JsonToken.END_OBJECT) {
      String key = in.text();
      object.put(key, value(in, in.require()));
    }
    return object;
  }

  /**
   * Returns the members of a value that was read; anything but an object is refused.
   *
   * @param path the JSON Pointer of the value
   * @param allowed what is allowed there, in words
   */
  @SuppressWarnings("unchecked") // the keys of objects are texts
  public static Map<String, @Nullable Object> members(
      String path, String allowed, @Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      return (Map<String, @Nullable Object>) object;
    }
    throw MessageText.mismatch(path, allowed, value);
  }

  /** Like {@link #members}, for a text. */
  public static String text(String path, String allowed, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw MessageText.mismatch(path, allowed, value);
  }

  private static List<@Nullable Object> list(JsonInput in) {
    List<@Nullable Object> list = new ArrayList<>();
    for (JsonToken token = in.require(); token != JsonToken.END_ARRAY; token = in.require()) {
      list.add(value(in, token));
    }
    return list;
  }

  private static @Nullable Object value(JsonInput in, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> list(in);
      case VALUE_STRING -> in.text();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.number();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException(token + " starts no value");
    };
  }
}
