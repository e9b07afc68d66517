package io.offerengine.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds routes by path and method.
 *
 * <p>A path means the same with and without one trailing slash. GET answers HEAD too.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class Router {
  private final Map<String, Map<String, Route>> methodsByPath = new LinkedHashMap<>();

  Router(List<Route> routes) {
    for (Route route : routes) {
      Map<String, Route> methods =
          methodsByPath.computeIfAbsent(route.path(), path -> new TreeMap<>());
      if (methods.putIfAbsent(route.method(), route) != null) {
        throw new IllegalArgumentException(route.method() + " " + route.path() + " is taken");
      }
      if (route.method().equals("GET")) {
        methods.put("HEAD", route);
      }
    }
  }

  /** Returns the routes of a path by method; null for a path that does not exist. */
  @Nullable Map<String, Route> methods(String path) {
    boolean trailing = path.length() > 1 && path.endsWith("/");
    return methodsByPath.get(trailing ? path.substring(0, path.length() - 1) : path);
  }

  /** Returns the methods that a path takes, as the header {@code Allow} lists them. */
  static String allow(Map<String, Route> methods) {
    TreeSet<String> names = new TreeSet<>(methods.keySet());
    names.add("OPTIONS");
    return String.join(", ", names);
  }

  /** Returns every path, in the order in which they were given. */
  List<String> paths() {
    return List.copyOf(methodsByPath.keySet());
  }
}
