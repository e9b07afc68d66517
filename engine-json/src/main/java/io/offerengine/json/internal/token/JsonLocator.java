package io.offerengine.json.internal.token;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Finds the position of a JSON Pointer in a JSON text.
 *
 * <p>The reader of requests does not record the position of every value. If a request is refused,
 * this class reads the text a second time.
 *
 * <p><b>Cost.</b> Linear in the text up to the position.
 */
public final class JsonLocator {
  private JsonLocator() {}

  /**
   * The part of a text that a pointer leads to.
   *
   * @param path the longest prefix of the pointer that exists in the text
   * @param key the position of the last key of {@code path}; for an element of a list, the position
   *     of the element
   * @param value the position where the value begins
   */
  public record Location(String path, Position key, Position value) {
    static final Location NOWHERE = new Location("", Position.NONE, Position.NONE);
  }

  /**
   * Follows a pointer as far as the text has its steps.
   *
   * @param in a text that was read without an error before, at its first token
   * @return {@link Location#NOWHERE} if the text does not have the first step
   */
  public static Location locate(JsonInput in, String pointer) {
    Location reached = Location.NOWHERE;
    JsonToken token = in.require();
    for (int start = 1; start <= pointer.length(); ) {
      int slash = pointer.indexOf('/', start);
      int end = slash < 0 ? pointer.length() : slash;
      Position key = step(in, token, unescape(pointer.substring(start, end)));
      if (key == null) {
        return reached;
      }
      token = token == JsonToken.START_OBJECT ? in.require() : in.current();
      reached = new Location(pointer.substring(0, end), key, in.position());
      start = end + 1;
    }
    return reached;
  }

  private static @Nullable Position step(JsonInput in, JsonToken container, String step) {
    if (container == JsonToken.START_OBJECT) {
      return toKey(in, step);
    }
    return container == JsonToken.START_ARRAY ? toElement(in, step) : null;
  }

  private static @Nullable Position toKey(JsonInput in, String key) {
    while (in.require() != JsonToken.END_OBJECT) {
      if (in.text().equals(key)) {
        return in.position();
      }
      in.require();
      in.skipValue();
    }
    return null;
  }

  private static @Nullable Position toElement(JsonInput in, String index) {
    for (int i = 0; in.require() != JsonToken.END_ARRAY; i++) {
      if (Integer.toString(i).equals(index)) {
        return in.position();
      }
      in.skipValue();
    }
    return null;
  }

  private static String unescape(String step) {
    return step.replace("~1", "/").replace("~0", "~");
  }
}
