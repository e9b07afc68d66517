package io.offerengine.server.http.limit;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A table with one {@link TokenBucket} per caller and a bounded size.
 *
 * <p>If the table is full, a new caller replaces the one that was not asked for the longest. A
 * caller that was dropped starts again with a full bucket.
 *
 * <p><b>Cost.</b> O(1), and about 200 bytes per caller.
 *
 * <p><b>Threads.</b> Safe for all; the lock is held for one look-up.
 *
 * @param <C> the identity of a caller
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
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   * @param capacity the largest number of buckets
   */
  BucketTable(RateLimit limit, LongSupplier nanoTime, int capacity) {
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.capacity = capacity;
  }

  /** Returns a caller's bucket; null if the table has none, which means the same as a full one. */
  synchronized @Nullable TokenBucket find(C caller) {
    return buckets.get(caller);
  }

  /** Returns a caller's bucket; a new caller gets a full one. */
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

  /** Returns the number of buckets in the table. */
  synchronized int size() {
    return buckets.size();
  }
}
