package io.offerengine.server.http.limit;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits of clients: how many unknown keys an address may try, how many requests without a key
 * an address may send, and how many requests a user may send.
 *
 * <p>If an address has no attempts left, its unknown keys are refused without being counted, until
 * its first attempt has come back. Known keys are admitted all the same, since many clients may
 * share an address.
 *
 * <p>The table holds the latest {@value #MAX_ADDRESSES} addresses and {@value #MAX_USERS} users.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class RequestLimits {
  /**
   * The number of addresses in the table. If an attack uses more addresses, the oldest are dropped.
   */
  static final int MAX_ADDRESSES = 16_384;

  /**
   * The number of users in the table. If there are more users, the limits of those who were not
   * seen for the longest start anew.
   */
  static final int MAX_USERS = 65_536;

  private final @Nullable TokenBuckets failures;
  private final @Nullable TokenBuckets requests;
  private final @Nullable TokenBuckets keyless;

  /**
   * Creates limits without any use so far.
   *
   * @param failureLimit how many unknown keys an address may try; null for no limit
   * @param userLimit how many requests a user may send; null for no limit
   * @param keylessLimit how many requests without a key an address may send; null for no limit
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   */
  public RequestLimits(
      @Nullable RateLimit failureLimit,
      @Nullable RateLimit userLimit,
      @Nullable RateLimit keylessLimit,
      LongSupplier nanoTime) {
    failures = buckets(failureLimit, nanoTime, MAX_ADDRESSES);
    requests = buckets(userLimit, nanoTime, MAX_USERS);
    keyless = buckets(keylessLimit, nanoTime, MAX_ADDRESSES);
  }

  private static @Nullable TokenBuckets buckets(
      @Nullable RateLimit limit, LongSupplier nanoTime, int capacity) {
    return limit == null ? null : new TokenBuckets(limit, nanoTime, capacity);
  }

  /**
   * Counts an unknown key.
   *
   * @throws EngineException if the address tried too many unknown keys
   */
  public void countFailure(Client address) {
    count(
        failures,
        address,
        BusyException.Cause.UNKNOWN_KEYS,
        "too many unknown API keys came from this address");
  }

  /**
   * Counts a request of a user.
   *
   * @throws EngineException if the user may not send a request now
   */
  public void countRequest(Client user) {
    count(
        requests,
        user,
        BusyException.Cause.USER_RATE,
        "your API keys together send requests faster than you may");
  }

  /**
   * Counts a request without a key.
   *
   * @throws EngineException if the address may not send a request now
   */
  public void countRequestWithoutKey(Client address) {
    count(
        keyless,
        address,
        BusyException.Cause.ADDRESS_RATE,
        "this address sends requests without an API key faster than it may");
  }

  /** Returns the number of addresses in the table. */
  int addresses() {
    return failures == null ? 0 : failures.size();
  }

  private static void count(
      @Nullable TokenBuckets buckets, Client client, BusyException.Cause reason, String problem) {
    Duration wait = Duration.ofNanos(buckets == null ? 0 : buckets.take(client));
    if (!wait.isZero()) {
      String seconds = BusyException.seconds(wait);
      throw new BusyException(
          ErrorCode.TOO_MANY_REQUESTS, reason, problem + "; try again in " + seconds + " s", wait);
    }
  }
}
