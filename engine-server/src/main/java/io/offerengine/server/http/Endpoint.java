package io.offerengine.server.http;

/** Answers the requests of one route. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Answers a request that passed every check that does not depend on its contents.
   *
   * <p>Called by many threads at once; may block.
   *
   * @throws io.offerengine.query.EngineException if the request is refused
   */
  Answer answer(ApiRequest request);
}
