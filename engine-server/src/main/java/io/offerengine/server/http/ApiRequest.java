package io.offerengine.server.http;

import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.keys.Caller;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request that passed all checks, as an endpoint sees it.
 *
 * <p><b>Threads.</b> Immutable, if nobody writes to the body. A streamed body is confined to the
 * request's thread.
 */
public final class ApiRequest {
  private static final byte[] NO_BODY = {};

  private final Request request;
  private final RoutedRequest routed;
  private final QueryParameters parameters;
  private final byte[] body;
  private final @Nullable BodyStream stream;
  private final Supplier<ServerMemory> memory;
  private final IntFunction<Turns.Turn> computing;

  private ApiRequest(
      Request request,
      RoutedRequest routed,
      QueryParameters parameters,
      byte[] body,
      @Nullable BodyStream stream,
      Supplier<ServerMemory> memory,
      IntFunction<Turns.Turn> computing) {
    this.request = request;
    this.memory = memory;
    this.computing = computing;
    this.routed = routed;
    this.parameters = parameters;
    this.body = body;
    this.stream = stream;
  }

  /** Returns a request with a body in memory, which may be empty. */
  static ApiRequest whole(
      Request request,
      RoutedRequest routed,
      QueryParameters parameters,
      byte[] body,
      Supplier<ServerMemory> memory,
      IntFunction<Turns.Turn> computing) {
    return new ApiRequest(request, routed, parameters, body, null, memory, computing);
  }

  /** Returns a request whose body is read while it arrives. */
  static ApiRequest streamed(
      Request request,
      RoutedRequest routed,
      QueryParameters parameters,
      BodyStream stream,
      Supplier<ServerMemory> memory,
      IntFunction<Turns.Turn> computing) {
    return new ApiRequest(request, routed, parameters, NO_BODY, stream, memory, computing);
  }

  /** Returns the value of a parameter of the route's path. */
  public String pathParameter(String name) {
    return Objects.requireNonNull(routed.pathParameters().get(name), name);
  }

  /** Returns the method, in upper case. */
  public String method() {
    return request.getMethod();
  }

  /** Returns the path and the query of the URL, as sent. */
  public String target() {
    return request.getHttpURI().getPathQuery();
  }

  /** Returns the first value of a header; null if it was not sent. */
  public @Nullable String header(String name) {
    return request.getHeaders().get(name);
  }

  /** Returns the values of a header, as often as it was sent. */
  public List<String> headers(String name) {
    return request.getHeaders().getValuesList(name);
  }

  /** Returns the identifier of the request, which logs and the answer show. */
  public String id() {
    return RequestTrace.of(request).id();
  }

  /** Returns the client's address, as trusted proxies name it; null if it is unknown. */
  public @Nullable InetAddress address() {
    return routed.address();
  }

  /** Returns the key or the address to which the request is charged. */
  Client client() {
    return routed.client();
  }

  /** Returns the owner of the key; only for a route that requires a key. */
  public Caller caller() {
    return Objects.requireNonNull(routed.caller(), "the route requires no key");
  }

  /** Returns the query parameters. All of their names are known to the route. */
  public QueryParameters parameters() {
    return parameters;
  }

  /** Returns the body, not copied; empty if the route reads none or streams it. */
  public byte[] body() {
    return body;
  }

  /** Returns the body of a route that streams its body. */
  public BodyStream stream() {
    return Objects.requireNonNull(stream, "the route does not stream its body");
  }

  /**
   * Charges a request that computes with the slots that it costs, and waits for its turn. An
   * endpoint calls this at most once, before the work; the turn ends when the answer was sent. The
   * answer must not be streamed: a client that does not read would keep the turn.
   *
   * @param weight how many small requests this one costs, at least 1; more than an eighth of all
   *     slots counts as an eighth
   * @return the turn; close it before work that waits, for a database or a client
   * @throws io.offerengine.query.EngineException if the client may not have the slots now
   */
  public Turns.Turn compute(int weight) {
    return computing.apply(weight);
  }

  /** Measures the memory of the server that answers. */
  public ServerMemory serverMemory() {
    return memory.get();
  }
}
