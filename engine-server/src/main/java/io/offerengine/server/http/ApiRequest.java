package io.offerengine.server.http;

import io.offerengine.server.keys.Caller;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks of an endpoint.
 *
 * <p><b>Threads.</b> Immutable, as long as nobody writes to the body; a body that is read while it
 * arrives is confined to the request's thread.
 */
public final class ApiRequest {
  private static final byte[] NO_BODY = {};

  private final RoutedRequest routed;
  private final QueryParameters parameters;
  private final byte[] body;
  private final @Nullable BodyStream stream;

  private ApiRequest(
      RoutedRequest routed, QueryParameters parameters, byte[] body, @Nullable BodyStream stream) {
    this.routed = routed;
    this.parameters = parameters;
    this.body = body;
    this.stream = stream;
  }

  /** Returns a request whose body, which may be empty, was read whole. */
  static ApiRequest whole(RoutedRequest routed, QueryParameters parameters, byte[] body) {
    return new ApiRequest(routed, parameters, body, null);
  }

  /** Returns a request whose body is read while it arrives. */
  static ApiRequest streamed(RoutedRequest routed, QueryParameters parameters, BodyStream stream) {
    return new ApiRequest(routed, parameters, NO_BODY, stream);
  }

  /** Returns the value of a parameter of the route's path. */
  public String pathParameter(String name) {
    return Objects.requireNonNull(routed.pathParameters().get(name), name);
  }

  /** Returns whom the request comes from, on a route that wants a key. */
  public Caller caller() {
    return Objects.requireNonNull(routed.caller(), "the route wants no key");
  }

  /** Returns the query parameters, all of which the route knows. */
  public QueryParameters parameters() {
    return parameters;
  }

  /** Returns the body, which is not a copy; empty where the route reads none, or streams it. */
  public byte[] body() {
    return body;
  }

  /** Returns the body of a route that streams it. */
  public BodyStream stream() {
    return Objects.requireNonNull(stream, "the route does not stream its body");
  }
}
