package io.offerengine.server.http;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The body that a route reads: media types, size, and whether it is streamed.
 *
 * @param mediaTypes the media types that are accepted, in lower case; a request without a media
 *     type is accepted too
 * @param limit the largest body in bytes
 * @param streamed whether the endpoint reads the body while it arrives; otherwise the endpoint gets
 *     the whole body
 * @param unlimitedBy the query parameter that lifts the limit; null for none
 */
record BodyRule(Set<String> mediaTypes, int limit, boolean streamed, @Nullable String unlimitedBy) {
  private static final String JSON = "application/json";
  private static final String LINES = "application/x-ndjson";

  /** The rule of a route that reads no body. */
  static final BodyRule NONE = new BodyRule(Set.of(), 0, false, null);

  /** Copies the types. */
  BodyRule {
    mediaTypes = Set.copyOf(mediaTypes);
  }

  /** Returns the rule for a JSON body that is read whole. */
  static BodyRule json(int limit) {
    return new BodyRule(Set.of(JSON), limit, false, null);
  }

  /**
   * Returns the rule for JSON values, one per line or in a list, that are read while they arrive.
   */
  static BodyRule lines(int limit, String unlimitedBy) {
    return new BodyRule(Set.of(JSON, LINES), limit, true, unlimitedBy);
  }

  /** Returns whether the route reads a body. */
  boolean isPresent() {
    return !mediaTypes.isEmpty();
  }

  /** Returns the accepted media types for an error text. */
  String allowed() {
    return String.join(" or ", new TreeSet<>(mediaTypes));
  }
}
