package io.offerengine.bench.load;

import java.net.URI;

/**
 * What a load goes to.
 *
 * @param uri where searches are posted
 * @param key the key that every request brings
 * @param gzip whether every request asks for a compressed response
 */
record LoadTarget(URI uri, String key, boolean gzip) {
  private static final int HTTP_PORT = 80;

  /** Returns the port. */
  int port() {
    return uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
  }
}
