package io.offerengine.server.http;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which body a route reads, and how.
 *
 * @param mediaTypes the types that are read, in lower case; a body without one is read too
 * @param limit the largest body in bytes
 * @param streamed whether the endpoint reads the body while it arrives; otherwise it gets it whole
 * @param unlimitedBy the query parameter that lifts the limit; null for none
 */
record BodyRule(Set<String> mediaTypes, int limit, boolean streamed, @Nullable String unlimitedBy) {
  private static final String JSON = "application/json";
  private static final String LINES = "application/x-ndjson";

  /** No body is read. */
  static final BodyRule NONE = new BodyRule(Set.of(), 0, false, null);

  /** Copies the types. */
  BodyRule {
    mediaTypes = Set.copyOf(mediaTypes);
  }

  /** Returns the rule of a body of JSON that is read whole. */
  static BodyRule json(int limit) {
    return new BodyRule(Set.of(JSON), limit, false, null);
  }

  /** Returns the rule of a body of JSON values, one a line or in a list, read as they arrive. */
  static BodyRule lines(int limit, String unlimitedBy) {
    return new BodyRule(Set.of(JSON, LINES), limit, true, unlimitedBy);
  }

  /** Returns whether there is a body to read. */
  boolean isPresent() {
    return !mediaTypes.isEmpty();
  }

  /** Returns the types that are read, in words. */
  String allowed() {
    return String.join(" or ", new TreeSet<>(mediaTypes));
  }
}
