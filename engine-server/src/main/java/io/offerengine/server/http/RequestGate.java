package io.offerengine.server.http;

import java.util.concurrent.Semaphore;

/**
 * A limit on the number of requests that run at once.
 *
 * <p>Requests beyond the limit are refused at once and not queued. Clients repeat them, and the
 * service's memory stays bounded.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class RequestGate {
  private final Semaphore places;

  RequestGate(int places) {
    this.places = new Semaphore(places);
  }

  /** Returns whether a request may run. If it may, {@link #leave} must follow. */
  boolean enter() {
    return places.tryAcquire();
  }

  /** Ends a request that {@link #enter} admitted. */
  void leave() {
    places.release();
  }
}
