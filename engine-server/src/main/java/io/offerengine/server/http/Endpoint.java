package io.offerengine.server.http;

import java.io.IOException;

/** The code that answers the requests of one route. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Answers a request. The server has checked everything that does not depend on the body.
   *
   * <p>Many threads call this at once. The call may block.
   *
   * @throws io.offerengine.query.EngineException if the endpoint refuses the request
   * @throws IOException if a streamed body breaks off
   */
  Answer answer(ApiRequest request) throws IOException;
}
