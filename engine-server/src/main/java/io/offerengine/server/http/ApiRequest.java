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

  private final Asked asked;
  private final QueryParameters parameters;
  private final byte[] body;
  private final @Nullable BodyStream stream;

  private ApiRequest(
      Asked asked, QueryParameters parameters, byte[] body, @Nullable BodyStream stream) {
    this.asked = asked;
    this.parameters = parameters;
    this.body = body;
    this.stream = stream;
  }

  /** Returns a request whose body, which may be empty, was read whole. */
  static ApiRequest whole(Asked asked, QueryParameters parameters, byte[] body) {
    return new ApiRequest(asked, parameters, body, null);
  }

  /** Returns a request whose body is read while it arrives. */
  static ApiRequest streamed(Asked asked, QueryParameters parameters, BodyStream stream) {
    return new ApiRequest(asked, parameters, NO_BODY, stream);
  }

  /** Returns the value of a parameter of the route's path. */
  public String pathParameter(String name) {
    return Objects.requireNonNull(asked.pathParameters().get(name), name);
  }

  /** Returns whom the request comes from, on a route that wants a key. */
  public Caller caller() {
    return Objects.requireNonNull(asked.caller(), "the route wants no key");
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
