package io.offerengine.server.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.jetty.http.pathmap.UriTemplatePathSpec;
import org.jspecify.annotations.Nullable;

/**
 * Finds routes by path and method.
 *
 * <p>A path means the same with and without one slash at its end. A path without parameters wins
 * over a path with parameters. GET also answers HEAD.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class Router {
  private final Map<String, Map<String, Route>> methodsByPath = new LinkedHashMap<>();
  private final Map<String, Map<String, Route>> literal = new HashMap<>();
  private final List<UriTemplatePathSpec> templates = new ArrayList<>();

  /**
   * The routes of a path.
   *
   * @param path the path as the routes declare it
   * @param methods the routes by method
   * @param pathParameters the values of the path's parameters by name
   */
  record Found(String path, Map<String, Route> methods, Map<String, String> pathParameters) {}

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
    methodsByPath.forEach((path, methods) -> {
      if (path.indexOf('{') < 0) {
        literal.put(path, methods);
      } else {
        templates.add(new UriTemplatePathSpec(path));
      }
    });
  }

  /** Returns the routes of a path; null if the path does not exist. */
  @Nullable Found find(String path) {
    boolean trailing = path.length() > 1 && path.endsWith("/");
    String wanted = trailing ? path.substring(0, path.length() - 1) : path;
    Map<String, Route> methods = literal.get(wanted);
    if (methods != null) {
      return new Found(wanted, methods, Map.of());
    }
    for (UriTemplatePathSpec template : templates) {
      Map<String, String> parameters = template.getPathParams(wanted);
      methods = methodsByPath.get(template.getDeclaration());
      if (parameters != null && methods != null) {
        return new Found(template.getDeclaration(), methods, parameters);
      }
    }
    return null;
  }

  /** Returns the methods of a path for the header {@code Allow}. */
  static String allow(Map<String, Route> methods) {
    TreeSet<String> names = new TreeSet<>(methods.keySet());
    names.add("OPTIONS");
    return String.join(", ", names);
  }

  /** Returns every path, in the order of the routes. */
  List<String> paths() {
    return List.copyOf(methodsByPath.keySet());
  }
}
