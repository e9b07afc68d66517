package io.offerengine.bench.load;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where requests go, and what they have in common.
 *
 * @param method of HTTP
 * @param uri the address
 * @param type the type of bodies
 * @param key the API key
 * @param gzip whether compressed answers are asked for
 * @param success what an answer 200 must contain; null if its status says all
 */
record LoadTarget(
    String method, URI uri, String type, String key, boolean gzip, @Nullable String success) {
  private static final int HTTP_PORT = 80;

  /** Returns the target of searches. */
  static LoadTarget ofSearches(URI uri, String key, boolean gzip) {
    return new LoadTarget("POST", uri, "application/json", key, gzip, null);
  }

  /** Returns the port. */
  int port() {
    return uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
  }
}
