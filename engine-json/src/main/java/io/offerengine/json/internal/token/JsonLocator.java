package io.offerengine.json.internal.token;

import tools.jackson.core.JsonToken;

/**
 * Finds the position of a JSON Pointer in a JSON text.
 *
 * <p>The reader of requests does not record the position of every value. If a request is refused,
 * this class reads the text a second time.
 *
 * <p><b>Cost.</b> Linear in the text up to the position, or up to the end of the object or list
 * that lacks a step.
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
   * @param in a text that was read without an error before, before its first token
   * @return {@link Location#NOWHERE} if the text does not have the first step
   */
  public static Location locate(JsonInput in, String pointer) {
    Location reached = Location.NOWHERE;
    in.require();
    JsonToken token = in.next();
    while (token != null && !token.isStructEnd() && !reached.path().equals(pointer)) {
      String path = in.path();
      Position key = in.position();
      if (token == JsonToken.PROPERTY_NAME) {
        in.require();
      }
      if (path.equals(pointer) || pointer.startsWith(path + '/')) {
        reached = new Location(path, key, in.position());
      } else {
        in.skipValue();
      }
      token = in.next();
    }
    return reached;
  }
}
