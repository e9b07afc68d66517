package io.offerengine.server.http;

/**
 * Learns of every request when it has ended, also of those that the server refused.
 *
 * <p><b>Threads.</b> Called on the server's threads, for several requests at once. A call delays
 * the next request of the same connection.
 */
@FunctionalInterface
public interface RequestObserver {
  /** Receives a request that has ended. What this method throws is logged. */
  void ended(EndedRequest request);
}
