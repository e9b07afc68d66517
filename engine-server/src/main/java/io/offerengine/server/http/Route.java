package io.offerengine.server.http;

import java.util.Set;

/**
 * One method of one path, with what a request must bring to reach the endpoint.
 *
 * <p>A new route wants the key, is refused while the service is overloaded, reads no body and knows
 * no query parameters.
 *
 * @param method the HTTP method
 * @param path the path without a trailing slash; requests may have one; a segment in braces is a
 *     parameter: {@code /admin/offers/{id}}
 * @param keyed whether the API key is wanted
 * @param gated whether it counts among the requests that may run at once
 * @param body the body that it reads
 * @param parameters the names of the query parameters
 * @param endpoint who answers
 */
public record Route(
    String method,
    String path,
    boolean keyed,
    boolean gated,
    BodyRule body,
    Set<String> parameters,
    Endpoint endpoint) {
  /** Copies the names. */
  public Route {
    parameters = Set.copyOf(parameters);
  }

  /** Returns a route of a method. */
  public static Route of(String method, String path, Endpoint endpoint) {
    return new Route(method, path, true, true, BodyRule.NONE, Set.of(), endpoint);
  }

  /** Returns the same route for everybody, whether they have a key or not. */
  public Route withoutKey() {
    return new Route(method, path, false, gated, body, parameters, endpoint);
  }

  /** Returns the same route, answered however many requests are running. */
  public Route evenWhenOverloaded() {
    return new Route(method, path, keyed, false, body, parameters, endpoint);
  }

  /** Returns the same route with a body of JSON of at most so many bytes. */
  public Route readingJson(int bytes) {
    return new Route(method, path, keyed, gated, BodyRule.json(bytes), parameters, endpoint);
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
    return new Route(method, path, keyed, gated, rule, parameters, endpoint);
  }

  /** Returns the same route with query parameters. */
  public Route knowing(String... names) {
    return new Route(method, path, keyed, gated, body, Set.of(names), endpoint);
  }
}
