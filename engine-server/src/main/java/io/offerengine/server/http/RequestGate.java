package io.offerengine.server.http;

import io.offerengine.query.ErrorCode;
import java.util.concurrent.Semaphore;

/**
 * A limit on the number of requests that run at once.
 *
 * <p>Requests beyond the limit are refused at once and not queued. Clients repeat them, and the
 * service's memory stays bounded.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class RequestGate {
  private final int limit;
  private final String others;
  private final Semaphore permits;

  /**
   * Creates a gate without running requests.
   *
   * @param limit how many requests may run at once
   * @param others the name of the running requests in a refusal, for example {@code other reports}
   */
  public RequestGate(int limit, String others) {
    this.limit = limit;
    this.others = others;
    this.permits = new Semaphore(limit);
  }

  /**
   * Admits a request; {@link #leave} must follow.
   *
   * @throws io.offerengine.query.EngineException if too many requests are running
   */
  public void enter() {
    if (!permits.tryAcquire()) {
      throw ErrorResponses.refusal(
          ErrorCode.UNAVAILABLE, "the service is busy with " + others + "; try again");
    }
  }

  /** Ends a request that {@link #enter} admitted. */
  public void leave() {
    permits.release();
  }

  /** Returns how many requests are running. */
  public int running() {
    return limit - permits.availablePermits();
  }
}
