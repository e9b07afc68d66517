package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.ApiKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many unknown keys an address may try, and how many requests a key may send.
 *
 * <p>An address that used up its attempts is refused whatever key it brings, so that nobody learns
 * whether a guess was right; it is let in again when the first attempt came back. Attempts that
 * were under way together count even beyond the limit, and are paid off later.
 *
 * <p>Addresses and keys are those of the latest {@value #MAX_ADDRESSES} and {@value #MAX_KEYS}; a
 * key is remembered as a hash.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class RequestLimits {
  /** How many addresses are remembered: under attack from more, the oldest are forgotten. */
  static final int MAX_ADDRESSES = 16_384;

  /** How many keys are remembered; beyond, limits of the least used ones begin anew. */
  static final int MAX_KEYS = 65_536;

  private final @Nullable BucketTable<AddressBlock> failures;
  private final @Nullable BucketTable<ByteBuffer> requests;

  /**
   * Creates limits that nobody has used yet.
   *
   * @param failureLimit how many unknown keys an address may try; null for any number
   * @param keyLimit how many requests a key may send; null for any number
   * @param nanoTime a clock in nanoseconds, from any origin, that never goes back
   */
  RequestLimits(
      @Nullable RateLimit failureLimit, @Nullable RateLimit keyLimit, LongSupplier nanoTime) {
    failures =
        failureLimit == null ? null : new BucketTable<>(failureLimit, nanoTime, MAX_ADDRESSES);
    requests = keyLimit == null ? null : new BucketTable<>(keyLimit, nanoTime, MAX_KEYS);
  }

  /**
   * Passes an address that may try a key.
   *
   * @throws EngineException if it tried too many unknown ones
   */
  void requireAttempt(AddressBlock address) {
    TokenBucket bucket = failures == null ? null : failures.find(address);
    long wait = bucket == null ? 0 : bucket.nanosUntilToken();
    if (wait > 0) {
      throw refused("too many unknown API keys came from this address", wait);
    }
  }

  /** Counts an unknown key. */
  void countFailure(AddressBlock address) {
    if (failures != null) {
      failures.of(address).charge();
    }
  }

  /**
   * Counts a request, and passes it if its key may send one now.
   *
   * @throws EngineException if it may not
   */
  void countRequest(String key) {
    if (requests == null) {
      return;
    }
    long wait = requests.of(ByteBuffer.wrap(ApiKey.hash(key))).take();
    if (wait > 0) {
      throw refused("the API key sends requests faster than it may", wait);
    }
  }

  /** Returns how many addresses are remembered. */
  int addresses() {
    return failures == null ? 0 : failures.size();
  }

  private static EngineException refused(String problem, long waitNanos) {
    Duration wait = Duration.ofNanos(waitNanos);
    String seconds = RetryLaterException.seconds(wait);
    return ErrorResponses.refusal(
        ErrorCode.TOO_MANY_REQUESTS, problem + "; try again in " + seconds + " s", wait);
  }
}
