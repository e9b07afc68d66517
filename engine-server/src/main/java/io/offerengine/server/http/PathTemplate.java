package io.offerengine.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The path of a route. Segments in braces are parameters: {@code /admin/offers/{id}}.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class PathTemplate {
  private final List<String> segments;

  /** Reads a template. It has no slash at its end. */
  PathTemplate(String text) {
    this.segments = List.of(text.split("/", -1));
  }

  /** Returns whether any segment is a parameter. */
  boolean hasParameters() {
    return segments.stream().anyMatch(PathTemplate::isParameter);
  }

  /** Returns the values of the parameters in a path; null if the path does not match. */
  @Nullable Map<String, String> match(String path) {
    String[] given = path.split("/", -1);
    if (given.length != segments.size()) {
      return null;
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < given.length; i++) {
      String segment = segments.get(i);
      if (isParameter(segment) && !given[i].isEmpty()) {
        values.put(segment.substring(1, segment.length() - 1), given[i]);
      } else if (!segment.equals(given[i])) {
        return null;
      }
    }
    return values;
  }

  private static boolean isParameter(String segment) {
    return segment.startsWith("{") && segment.endsWith("}");
  }
}
