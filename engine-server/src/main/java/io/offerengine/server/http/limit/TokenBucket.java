package io.offerengine.server.http.limit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A bucket of tokens for a rate limit: callers take tokens, and tokens come back at a steady rate
 * up to a burst.
 *
 * <p>The bucket equals a counter that starts at the burst, loses 1 with every token taken and gains
 * 1 / interval with every nanosecond, never beyond the burst.
 *
 * <p><b>Cost.</b> O(1).
 *
 * <p><b>Layout.</b> One instant: when the bucket will be full again. This is the generic cell rate
 * algorithm in whole nanoseconds, so nothing is rounded.
 *
 * <p><b>Threads.</b> Safe for all, without locks.
 */
final class TokenBucket {
  private final long interval;
  private final long span;
  private final LongSupplier nanoTime;
  private final AtomicLong fullAt;

  /**
   * Creates a full bucket.
   *
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   */
  TokenBucket(RateLimit limit, LongSupplier nanoTime) {
    this.interval = limit.interval().toNanos();
    this.span = interval * limit.burst();
    this.nanoTime = nanoTime;
    this.fullAt = new AtomicLong(nanoTime.getAsLong());
  }

  /** Returns the nanoseconds until there is a token; 0 if there is one now. */
  long nanosUntilToken() {
    long now = nanoTime.getAsLong();
    return Math.max(0, nanosUntilToken(fullAt.get(), now));
  }

  /**
   * Takes a token if there is one.
   *
   * @return 0 if a token was taken, otherwise the nanoseconds until there is one
   */
  long take() {
    long now = nanoTime.getAsLong();
    while (true) {
      long full = fullAt.get();
      long wait = nanosUntilToken(full, now);
      if (wait > 0) {
        return wait;
      }
      if (fullAt.compareAndSet(full, later(full, now) + interval)) {
        return 0;
      }
    }
  }

  /** Takes a token even if there is none. Then later tokens are missing for longer. */
  void charge() {
    long now = nanoTime.getAsLong();
    fullAt.updateAndGet(full -> later(full, now) + interval);
  }

  private long nanosUntilToken(long full, long now) {
    return later(full, now) - now + interval - span;
  }

  /** Returns the later of two instants of a clock that may overflow. */
  private static long later(long a, long b) {
    return a - b > 0 ? a : b;
  }
}
