package io.offerengine.server.http;

import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.keys.Caller;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request that passed all checks, as an endpoint sees it.
 *
 * <p><b>Threads.</b> Confined to the request's thread.
 */
public interface ApiRequest {
  /** Returns the value of a parameter of the route's path. */
  String pathParameter(String name);

  /** Returns the owner of the key; only for a route that requires a key. */
  Caller caller();

  /** Returns the query parameters. All of their names are known to the route. */
  QueryParameters parameters();

  /**
   * Reads the whole body, which is empty if the route reads none or streams it. To read a large
   * body may be much work, so it takes a turn: the one that the request has, or else one for the
   * reader alone.
   *
   * @param reader receives the body, not copied
   * @throws io.offerengine.query.EngineException as {@link #compute}, and what the reader throws
   */
  <T> T read(Function<byte[], T> reader);

  /** Returns the body of a route that streams its body. */
  BodyStream stream();

  /**
   * Waits for the turn of a request that computes. An endpoint calls this before the work; the turn
   * ends when the answer was sent. The answer must not be streamed: a client that does not read
   * would keep the turn.
   *
   * @return the turn; close it before work that waits, for a database or a client
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if the time of the request ends
   *     before
   */
  Turns.Turn compute();

  /**
   * Returns how long the request may still compute; null for any time. The time began when the
   * whole body had arrived, or else the head; waiting for a turn counts.
   */
  @Nullable Duration timeLeft();

  /** Measures the memory of the server that answers. */
  ServerMemory serverMemory();
}
