package io.offerengine.server.http;

import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.keys.Scope;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One method of one path, with the requirements of a request and the endpoint.
 *
 * <p>A new route counts as a running request, reads no body and knows no query parameters.
 *
 * @param method the HTTP method
 * @param path the path without a slash at its end; requests may add one; a segment in braces is a
 *     parameter: {@code /admin/offers/{id}}
 * @param scopes the scopes of which the caller's key must open at least one; empty if the route
 *     requires no key
 * @param isPublic whether requests without a key are admitted too, at a limited rate per address
 * @param gate the slots of which a request takes one
 * @param body the body that the route reads
 * @param parameters the names of the query parameters
 * @param endpoint the code that answers
 */
public record Route(
    String method,
    String path,
    Set<Scope> scopes,
    boolean isPublic,
    Gate gate,
    Body body,
    Set<String> parameters,
    Endpoint endpoint) {
  /** What the paths of the documented operations begin with. */
  private static final String DOCUMENTED = "/api/v0/";

  /**
   * The slots of a route.
   *
   * @param isOpen whether a request needs no slot
   * @param own slots that the routes with this gate share; null for those of all other routes
   * @param smallBytes requests with a body of at most that many bytes take a slot of all other
   *     routes; -1 if none do
   */
  record Gate(boolean isOpen, @Nullable FairBudget own, int smallBytes) {
    static final Gate OF_ALL = new Gate(false, null, -1);
    static final Gate OPEN = new Gate(true, null, -1);

    /**
     * Returns the slots of a request.
     *
     * @param all the slots of all other routes
     * @param bytes the length of the body; -1 if it is not known
     */
    FairBudget slots(FairBudget all, long bytes) {
      return own == null || (bytes >= 0 && bytes <= smallBytes) ? all : own;
    }
  }

  /**
   * The body that a route reads: JSON, or JSON values, one per line or in a list.
   *
   * @param limit the largest body in bytes; 0 if the route reads none
   * @param unlimitedBy the query parameter that lifts the limit of a body that the endpoint reads
   *     while it arrives; null for a body that is read whole
   */
  record Body(int limit, @Nullable String unlimitedBy) {
    static final Body NONE = new Body(0, null);

    boolean isPresent() {
      return limit > 0;
    }

    boolean isStreamed() {
      return unlimitedBy != null;
    }

    /** Returns the media types that are accepted; one without a media type is accepted, too. */
    List<String> mediaTypes() {
      return isStreamed()
          ? List.of("application/json", "application/x-ndjson")
          : List.of("application/json");
    }
  }

  /** Copies the sets. */
  public Route {
    scopes = Set.copyOf(scopes);
    parameters = Set.copyOf(parameters);
  }

  /** Returns a route for callers whose key opens a scope. */
  public static Route of(Scope scope, String method, String path, Endpoint endpoint) {
    return of(Set.of(scope), method, path, endpoint);
  }

  /** Returns a route for callers whose key opens at least one of some scopes. */
  public static Route of(Set<Scope> scopes, String method, String path, Endpoint endpoint) {
    return new Route(method, path, scopes, false, Gate.OF_ALL, Body.NONE, Set.of(), endpoint);
  }

  /** Returns a route for everybody, with or without a key. */
  public static Route open(String method, String path, Endpoint endpoint) {
    return new Route(method, path, Set.of(), false, Gate.OF_ALL, Body.NONE, Set.of(), endpoint);
  }

  /**
   * Returns whether a request may have its key in the address, {@code ?api_key=}, as clients of the
   * documented operations send it.
   */
  boolean takesKeyInAddress() {
    return path.startsWith(DOCUMENTED);
  }

  /**
   * Returns the same route, which also admits requests without a key, at a limited rate per
   * address. A key that is sent is checked all the same.
   */
  public Route alsoWithoutKey() {
    return new Route(method, path, scopes, true, gate, body, parameters, endpoint);
  }

  /** Returns the same route without the limit of requests that run at once. */
  public Route evenWhenOverloaded() {
    return new Route(method, path, scopes, isPublic, Gate.OPEN, body, parameters, endpoint);
  }

  /**
   * Returns the same route with slots of its own: its requests don't count for the limit of those
   * that run at once. An answer that clients read slowly thus takes no slot from searches.
   *
   * @param own slots, which several routes may share
   */
  public Route within(FairBudget own) {
    return within(own, -1);
  }

  /**
   * Returns the same route with slots of its own for requests with large bodies.
   *
   * @param own slots, which several routes may share
   * @param smallBytes a body of at most that many bytes is small
   */
  public Route within(FairBudget own, int smallBytes) {
    Gate other = new Gate(false, own, smallBytes);
    return new Route(method, path, scopes, isPublic, other, body, parameters, endpoint);
  }

  /** Returns the same route with a JSON body of at most that many bytes. */
  public Route readingJson(int bytes) {
    return new Route(
        method, path, scopes, isPublic, gate, new Body(bytes, null), parameters, endpoint);
  }

  /**
   * Returns the same route with a body of JSON values, one per line or in a list, that the endpoint
   * reads while it arrives.
   *
   * @param bytes the largest body in bytes
   * @param unlimitedBy the query parameter that lifts this limit; the endpoint then sets its own
   *     limit
   */
  public Route streamingJson(int bytes, String unlimitedBy) {
    Body lines = new Body(bytes, unlimitedBy);
    return new Route(method, path, scopes, isPublic, gate, lines, parameters, endpoint);
  }

  /**
   * Returns the same route with one more query parameter and another endpoint.
   *
   * @param name the query parameter
   * @param wrapper returns the endpoint that answers in place of this route's
   */
  public Route wrapped(String name, UnaryOperator<Endpoint> wrapper) {
    Set<String> more = new HashSet<>(parameters);
    more.add(name);
    return new Route(method, path, scopes, isPublic, gate, body, more, wrapper.apply(endpoint));
  }

  /** Returns the same route with another endpoint. */
  public Route answeredBy(Endpoint other) {
    return new Route(method, path, scopes, isPublic, gate, body, parameters, other);
  }

  /** Returns the same route with query parameters. */
  public Route knowing(String... names) {
    return new Route(method, path, scopes, isPublic, gate, body, Set.of(names), endpoint);
  }
}
