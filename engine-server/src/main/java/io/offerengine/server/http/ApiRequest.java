package io.offerengine.server.http;

import io.offerengine.server.http.ApiHandler.RoutedRequest;
import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.keys.Caller;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request that passed all checks, as an endpoint sees it.
 *
 * <p><b>Threads.</b> Immutable, if nobody writes to the body. A streamed body is confined to the
 * request's thread.
 */
public final class ApiRequest {
  /** The bytes of a body that is read in less time than a thread takes to wait. */
  private static final int SMALL_BODY = 4 << 10;

  private final Request request;
  private final RoutedRequest routed;
  private final QueryParameters parameters;
  private final byte[] body;
  private final @Nullable BodyStream stream;
  private final Turns.Turn turn;
  private final @Nullable Duration deadline;

  /**
   * Creates a request.
   *
   * @param body the whole body, not copied; empty if there is none or it is streamed
   * @param stream the body of a route that streams it, otherwise null
   * @param turn the turn of the request, which it does not have yet
   * @param deadline how long after the arrival of the whole body the request may compute; null for
   *     any time
   */
  ApiRequest(
      Request request,
      RoutedRequest routed,
      QueryParameters parameters,
      byte[] body,
      @Nullable BodyStream stream,
      Turns.Turn turn,
      @Nullable Duration deadline) {
    this.request = request;
    this.routed = routed;
    this.parameters = parameters;
    this.body = body;
    this.stream = stream;
    this.turn = turn;
    this.deadline = deadline;
  }

  /** Returns the value of a parameter of the route's path. */
  public String pathParameter(String name) {
    return Objects.requireNonNull(routed.pathParameters().get(name), name);
  }

  /** Returns the owner of the key; only for a route that requires a key. */
  public Caller caller() {
    return Objects.requireNonNull(routed.caller(), "the route requires no key");
  }

  /** Returns the query parameters. All of their names are known to the route. */
  public QueryParameters parameters() {
    return parameters;
  }

  /**
   * Reads the whole body, which is empty if the route reads none or streams it. To read a large
   * body may be much work, so it takes a turn: the one that the request has, or else one for the
   * reader alone.
   *
   * @param reader receives the body, not copied
   * @throws io.offerengine.query.EngineException as {@link #compute}, and what the reader throws
   */
  public <T> T read(Function<byte[], T> reader) {
    if (body.length <= SMALL_BODY || turn.isHeld()) {
      return reader.apply(body);
    }
    compute();
    try {
      return reader.apply(body);
    } finally {
      turn.close();
    }
  }

  /** Returns the body of a route that streams its body. */
  public BodyStream stream() {
    return Objects.requireNonNull(stream, "the route does not stream its body");
  }

  /**
   * Waits for the turn of a request that computes. An endpoint calls this before the work; the turn
   * ends when the answer was sent. The answer must not be streamed: a client that does not read
   * would keep the turn.
   *
   * @return the turn; close it before work that waits, for a database or a client
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if the time of the request ends
   *     before
   */
  public Turns.Turn compute() {
    RequestTrace.of(request).waited(turn.await(timeLeft()));
    return turn;
  }

  /**
   * Returns how long the request may still compute; null for any time. The time began when the
   * whole body had arrived, or else the head; waiting for a turn counts.
   */
  public @Nullable Duration timeLeft() {
    return deadline == null ? null : deadline.minusNanos(RequestTrace.of(request).age());
  }

  /** Measures the memory of the server that answers. */
  public ServerMemory serverMemory() {
    return ServerMemory.of(request.getConnectionMetaData().getConnector().getServer());
  }
}
