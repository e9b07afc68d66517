package io.offerengine.server.http.limit;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A limit of what a client may do, such as send requests: a bucket of tokens for each client.
 * Requests take tokens, and tokens come back at a steady rate up to a burst.
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
public final class TokenBuckets {
  /** How many addresses have buckets. If an attack uses more addresses, the oldest are dropped. */
  static final int MAX_ADDRESSES = 16_384;

  /** How many users have buckets. */
  static final int MAX_USERS = 65_536;

  private static final float LOAD_FACTOR = 0.75f;

  private final long interval;

  /** The time in which an empty bucket gets full; 0 for no limit. */
  private final long span;

  private final LongSupplier nanoTime;
  private final int capacity;
  private final BusyException.Cause reason;
  private final String problem;
  private final Map<Client, Long> fullAt = new LinkedHashMap<>(16, LOAD_FACTOR, true);

  /**
   * Creates full buckets.
   *
   * @param limit null for no limit
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   * @param capacity the largest number of buckets
   * @param problem what a client hears that has no token
   */
  TokenBuckets(
      @Nullable RateLimit limit,
      LongSupplier nanoTime,
      int capacity,
      BusyException.Cause reason,
      String problem) {
    this.interval = limit == null ? 0 : limit.interval().toNanos();
    this.span = limit == null ? 0 : interval * limit.burst();
    this.nanoTime = nanoTime;
    this.capacity = capacity;
    this.reason = reason;
    this.problem = problem;
  }

  /**
   * Returns the limit of unknown keys that an address may try. If an address has no attempts left,
   * its unknown keys are refused without being counted, until its first attempt has come back.
   * Known keys are admitted all the same, since many clients may share an address.
   */
  public static TokenBuckets ofUnknownKeys(@Nullable RateLimit limit, LongSupplier nanoTime) {
    return new TokenBuckets(
        limit,
        nanoTime,
        MAX_ADDRESSES,
        BusyException.Cause.UNKNOWN_KEYS,
        "too many unknown API keys came from this address");
  }

  /** Returns the limit of requests that a user may send. */
  public static TokenBuckets ofUsers(@Nullable RateLimit limit, LongSupplier nanoTime) {
    return new TokenBuckets(
        limit,
        nanoTime,
        MAX_USERS,
        BusyException.Cause.USER_RATE,
        "your API keys together send requests faster than you may");
  }

  /** Returns the limit of requests without a key that an address may send. */
  public static TokenBuckets ofAddresses(@Nullable RateLimit limit, LongSupplier nanoTime) {
    return new TokenBuckets(
        limit,
        nanoTime,
        MAX_ADDRESSES,
        BusyException.Cause.ADDRESS_RATE,
        "this address sends requests without an API key faster than it may");
  }

  /**
   * Takes a token.
   *
   * @throws EngineException if the client has none
   */
  public void count(Client client) {
    Duration wait = Duration.ofNanos(span == 0 ? 0 : take(client));
    if (!wait.isZero()) {
      String seconds = BusyException.seconds(wait);
      throw new BusyException(
          ErrorCode.TOO_MANY_REQUESTS, reason, problem + "; try again in " + seconds + " s", wait);
    }
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
