package io.offerengine.server.http;

/**
 * What a client asks of an endpoint.
 *
 * <p><b>Threads.</b> Immutable, as long as nobody writes to the body.
 */
public final class ApiRequest {
  private final QueryParameters parameters;
  private final byte[] body;

  ApiRequest(QueryParameters parameters, byte[] body) {
    this.parameters = parameters;
    this.body = body;
  }

  /** Returns the query parameters, all of which the route knows. */
  public QueryParameters parameters() {
    return parameters;
  }

  /** Returns the body, which is not a copy; empty where the route reads none. */
  public byte[] body() {
    return body;
  }
}
