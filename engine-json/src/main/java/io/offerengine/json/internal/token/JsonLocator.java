package io.offerengine.json.internal.token;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Finds where in a JSON text a JSON Pointer leads.
 *
 * <p>Requests are read without noting the position of every value; an error, which is rare, reads
 * the text once more.
 *
 * <p><b>Cost.</b> Linear in the text up to the position.
 */
public final class JsonLocator {
  private JsonLocator() {}

  /**
   * The end of a walk along a pointer.
   *
   * @param path the longest part of the pointer that exists in the text
   * @param key where its last key stands; the value's position in a list
   * @param value where its value begins
   */
  public record Location(String path, Position key, Position value) {
    static final Location NOWHERE = new Location("", Position.NONE, Position.NONE);
  }

  /**
   * Walks along a pointer as far as the text goes.
   *
   * @param in before the first token of a text that was read without error before
   * @return {@link Location#NOWHERE} when not even the first step exists
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
