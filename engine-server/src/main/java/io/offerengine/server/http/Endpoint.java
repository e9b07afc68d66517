package io.offerengine.server.http;

import java.io.IOException;

/** Answers the requests of one route. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Answers a request that passed every check that does not depend on its contents.
   *
   * <p>Called by many threads at once; may block.
   *
   * @throws io.offerengine.query.EngineException if the request is refused
   * @throws IOException if a body that is read while it arrives breaks off
   */
  Answer answer(ApiRequest request) throws IOException;
}
