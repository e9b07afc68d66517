package io.offerengine.bench.load;

import java.io.IOException;

/** A connection that carries requests one at a time. */
@FunctionalInterface
interface Exchange {
  /**
   * Sends a request, and returns when the last byte of the response is here.
   *
   * @return the bytes of the response's body, as they were sent
   * @throws RefusedException if the server has no room for the request now
   * @throws IOException if there is no response, or one that is no success
   */
  long send(byte[] body) throws IOException;
}
