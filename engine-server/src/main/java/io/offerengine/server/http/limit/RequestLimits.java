package io.offerengine.server.http.limit;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.address.AddressBlock;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits of clients: how many unknown keys an address may try, how many requests without a key
 * an address may send, and how many requests a user may send.
 *
 * <p>If an address has no attempts left, its unknown keys are refused without being counted, until
 * its first attempt has come back. Known keys are admitted all the same, since many clients may
 * share an address. If attempts run in parallel, all of them count, even beyond the limit.
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

  private final @Nullable BucketTable<AddressBlock> failures;
  private final @Nullable BucketTable<Client> requests;
  private final @Nullable BucketTable<AddressBlock> keyless;

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
    failures =
        failureLimit == null ? null : new BucketTable<>(failureLimit, nanoTime, MAX_ADDRESSES);
    requests = userLimit == null ? null : new BucketTable<>(userLimit, nanoTime, MAX_USERS);
    keyless =
        keylessLimit == null ? null : new BucketTable<>(keylessLimit, nanoTime, MAX_ADDRESSES);
  }

  /**
   * Checks that an address may try a key.
   *
   * @throws EngineException if the address tried too many unknown keys
   */
  public void requireAttempt(AddressBlock address) {
    TokenBucket bucket = failures == null ? null : failures.find(address);
    long wait = bucket == null ? 0 : bucket.nanosUntilToken();
    if (wait > 0) {
      throw refused(
          BusyException.Cause.UNKNOWN_KEYS,
          "too many unknown API keys came from this address",
          wait);
    }
  }

  /** Counts an unknown key. */
  public void countFailure(AddressBlock address) {
    if (failures != null) {
      failures.of(address).charge();
    }
  }

  /**
   * Counts a request of a user.
   *
   * @throws EngineException if the user may not send a request now
   */
  public void countRequest(Client user) {
    long wait = requests == null ? 0 : requests.of(user).take();
    if (wait > 0) {
      throw refused(
          BusyException.Cause.USER_RATE,
          "your API keys together send requests faster than you may",
          wait);
    }
  }

  /**
   * Counts a request without a key.
   *
   * @throws EngineException if the address may not send a request now
   */
  public void countRequestWithoutKey(AddressBlock address) {
    long wait = keyless == null ? 0 : keyless.of(address).take();
    if (wait > 0) {
      throw refused(
          BusyException.Cause.ADDRESS_RATE,
          "this address sends requests without an API key faster than it may",
          wait);
    }
  }

  /** Returns the number of addresses in the table. */
  int addresses() {
    return failures == null ? 0 : failures.size();
  }

  private static EngineException refused(
      BusyException.Cause reason, String problem, long waitNanos) {
    Duration wait = Duration.ofNanos(waitNanos);
    String seconds = BusyException.seconds(wait);
    return new BusyException(
        ErrorCode.TOO_MANY_REQUESTS, reason, problem + "; try again in " + seconds + " s", wait);
  }
}
