package io.offerengine.bench.load;

import java.net.URI;

/**
 * The address of requests, and their headers.
 *
 * @param uri the address to which searches are posted
 * @param key the API key of every request
 * @param gzip whether every request asks for a compressed response
 */
record LoadTarget(URI uri, String key, boolean gzip) {
  private static final int HTTP_PORT = 80;

  /** Returns the port. */
  int port() {
    return uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
  }
}
