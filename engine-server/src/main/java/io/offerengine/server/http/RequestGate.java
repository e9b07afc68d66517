package io.offerengine.server.http;

import java.util.concurrent.Semaphore;

/**
 * Lets so many requests run at once and no more.
 *
 * <p>Requests beyond are refused at once rather than queued: their clients repeat them, and the
 * service's memory stays bounded.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class RequestGate {
  private final Semaphore places;

  RequestGate(int places) {
    this.places = new Semaphore(places);
  }

  /** Returns whether a request may run; one that may must {@link #leave}. */
  boolean enter() {
    return places.tryAcquire();
  }

  /** Makes room for another request. */
  void leave() {
    places.release();
  }
}
