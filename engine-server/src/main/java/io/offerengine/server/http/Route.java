package io.offerengine.server.http;

import java.util.Set;

/**
 * One method of one path, with what a request must bring to reach the endpoint.
 *
 * <p>A new route wants the key, is refused while the service is overloaded, reads no body and knows
 * no query parameters.
 *
 * @param method the HTTP method
 * @param path the path without a trailing slash; requests may have one
 * @param keyed whether the API key is wanted
 * @param gated whether it counts among the requests that may run at once
 * @param bodyLimit the largest body in bytes; {@link #NO_BODY} for a route that reads none
 * @param parameters the names of the query parameters
 * @param endpoint who answers
 */
public record Route(
    String method,
    String path,
    boolean keyed,
    boolean gated,
    int bodyLimit,
    Set<String> parameters,
    Endpoint endpoint) {
  /** The body limit of a route that reads no body. */
  public static final int NO_BODY = -1;

  /** Copies the names. */
  public Route {
    parameters = Set.copyOf(parameters);
  }

  /** Returns a route of a method. */
  public static Route of(String method, String path, Endpoint endpoint) {
    return new Route(method, path, true, true, NO_BODY, Set.of(), endpoint);
  }

  /** Returns the same route for everybody, whether they have a key or not. */
  public Route withoutKey() {
    return new Route(method, path, false, gated, bodyLimit, parameters, endpoint);
  }

  /** Returns the same route, answered however many requests are running. */
  public Route evenWhenOverloaded() {
    return new Route(method, path, keyed, false, bodyLimit, parameters, endpoint);
  }

  /** Returns the same route with a body of JSON of at most so many bytes. */
  public Route readingJson(int bytes) {
    return new Route(method, path, keyed, gated, bytes, parameters, endpoint);
  }

  /** Returns the same route with query parameters. */
  public Route knowing(String... names) {
    return new Route(method, path, keyed, gated, bodyLimit, Set.of(names), endpoint);
  }

  /** Returns whether requests bring a body. */
  boolean readsBody() {
    return bodyLimit != NO_BODY;
  }
}
