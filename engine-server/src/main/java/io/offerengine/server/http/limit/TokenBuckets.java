package io.offerengine.server.http.limit;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A bucket of tokens for each client: requests take tokens, and tokens come back at a steady rate
 * up to a burst.
 *
 * <p>A bucket equals a counter that starts at the burst, loses 1 with every token taken and gains 1
 * / interval with every nanosecond, never beyond the burst. If there are too many buckets, a new
 * client replaces the one that was not asked for the longest. A client that was dropped starts
 * again with a full bucket.
 *
 * <p><b>Cost.</b> O(1), and about 150 bytes per client.
 *
 * <p><b>Layout.</b> One instant per client: when the bucket will be full again. This is the generic
 * cell rate algorithm in whole nanoseconds, so nothing is rounded.
 *
 * <p><b>Threads.</b> Safe for all; the lock is held for one look-up.
 */
final class TokenBuckets {
  private static final float LOAD_FACTOR = 0.75f;

  private final long interval;
  private final long span;
  private final LongSupplier nanoTime;
  private final int capacity;
  private final Map<Client, Long> fullAt = new LinkedHashMap<>(16, LOAD_FACTOR, true);

  /**
   * Creates full buckets.
   *
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   * @param capacity the largest number of buckets
   */
  TokenBuckets(RateLimit limit, LongSupplier nanoTime, int capacity) {
    this.interval = limit.interval().toNanos();
    this.span = interval * limit.burst();
    this.nanoTime = nanoTime;
    this.capacity = capacity;
  }

  /**
   * Takes a token if the client has one.
   *
   * @return 0 if a token was taken, otherwise the nanoseconds until there is one
   */
  synchronized long take(Client client) {
    long now = nanoTime.getAsLong();
    Long known = fullAt.get(client);
    // The clock may overflow, so instants are compared by their difference.
    long full = known == null || known - now < 0 ? now : known;
    long wait = full - now + interval - span;
    if (wait > 0) {
      return wait;
    }
    if (known == null && fullAt.size() == capacity) {
      Iterator<Client> oldest = fullAt.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    fullAt.put(client, full + interval);
    return 0;
  }

  /** Returns the number of buckets. */
  synchronized int size() {
    return fullAt.size();
  }
}
