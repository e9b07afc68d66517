package io.offerengine.server.http;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link TokenBucket} each for many callers, of a bounded number.
 *
 * <p>Beyond it, the bucket that was not asked for the longest is forgotten; its caller starts with
 * a full one.
 *
 * <p><b>Cost.</b> O(1), and about 200 bytes a caller.
 *
 * <p><b>Threads.</b> Safe for all; the lock is held for one look-up.
 *
 * @param <C> what tells callers apart
 */
final class BucketTable<C> {
  private static final float LOAD_FACTOR = 0.75f;

  private final RateLimit limit;
  private final LongSupplier nanoTime;
  private final int capacity;
  private final Map<C, TokenBucket> buckets = new LinkedHashMap<>(16, LOAD_FACTOR, true);

  /**
   * Creates an empty table.
   *
   * @param nanoTime a clock in nanoseconds, from any origin, that never goes back
   * @param capacity how many buckets are kept at most
   */
  BucketTable(RateLimit limit, LongSupplier nanoTime, int capacity) {
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.capacity = capacity;
  }

  /** Returns a caller's bucket; null if none is kept, which is as good as a full one. */
  synchronized @Nullable TokenBucket find(C caller) {
    return buckets.get(caller);
  }

  /** Returns a caller's bucket, a full one for a new caller. */
  synchronized TokenBucket of(C caller) {
    TokenBucket known = buckets.get(caller);
    if (known != null) {
      return known;
    }
    if (buckets.size() == capacity) {
      Iterator<C> oldest = buckets.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    TokenBucket bucket = new TokenBucket(limit, nanoTime);
    buckets.put(caller, bucket);
    return bucket;
  }

  /** Returns how many buckets are kept. */
  synchronized int size() {
    return buckets.size();
  }
}
