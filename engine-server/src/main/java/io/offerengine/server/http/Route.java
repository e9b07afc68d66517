package io.offerengine.server.http;

import io.offerengine.server.keys.Scope;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One method of one path, with what a request must bring to reach the endpoint.
 *
 * <p>A new route is refused while the service is overloaded, reads no body and knows no query
 * parameters.
 *
 * @param method the HTTP method
 * @param path the path without a trailing slash; requests may have one; a segment in braces is a
 *     parameter: {@code /admin/offers/{id}}
 * @param scope what the caller's key must open; null where no key is wanted
 * @param gated whether it counts among the requests that may run at once
 * @param body the body that it reads
 * @param parameters the names of the query parameters
 * @param endpoint who answers
 */
public record Route(
    String method,
    String path,
    @Nullable Scope scope,
    boolean gated,
    BodyRule body,
    Set<String> parameters,
    Endpoint endpoint) {
  /** Copies the names. */
  public Route {
    parameters = Set.copyOf(parameters);
  }

  /** Returns a route of a method for callers whose key opens a scope. */
  public static Route of(Scope scope, String method, String path, Endpoint endpoint) {
    return new Route(method, path, scope, true, BodyRule.NONE, Set.of(), endpoint);
  }

  /** Returns a route of a method for everybody, whether they have a key or not. */
  public static Route open(String method, String path, Endpoint endpoint) {
    return new Route(method, path, null, true, BodyRule.NONE, Set.of(), endpoint);
  }

  /** Returns the same route, answered however many requests are running. */
  public Route evenWhenOverloaded() {
    return new Route(method, path, scope, false, body, parameters, endpoint);
  }

  /** Returns the same route with a body of JSON of at most so many bytes. */
  public Route readingJson(int bytes) {
    return new Route(method, path, scope, gated, BodyRule.json(bytes), parameters, endpoint);
  }

  /**
   * Returns the same route with a body of JSON, one value a line for example, that the endpoint
   * reads while it arrives.
   *
   * @param bytes the most that is read
   * @param unlimitedBy the query parameter that lifts this limit, so that the endpoint sets its own
   */
  public Route streamingJson(int bytes, String unlimitedBy) {
    BodyRule rule = BodyRule.lines(bytes, unlimitedBy);
    return new Route(method, path, scope, gated, rule, parameters, endpoint);
  }

  /** Returns the same route with query parameters. */
  public Route knowing(String... names) {
    return new Route(method, path, scope, gated, body, Set.of(names), endpoint);
  }
}
