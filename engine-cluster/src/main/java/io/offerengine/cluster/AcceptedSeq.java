package io.offerengine.cluster;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The number at which a log goes on after an operator accepted the copy from which it was restored:
 * the microseconds since 1970.
 *
 * <p>No log has a batch each microsecond, so this number is greater than that of every batch that
 * was ever appended, also of those that the copy lacks, if the clock is right. A later restore of
 * the same copy goes on at a later number. The numbers are exact in JSON, below 2^53, until the
 * year 2255.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 95.
 */
public final class AcceptedSeq {
  /** More batches than a copy lacks; counts only if the clock is far behind. */
  private static final long STEP = 1_000_000;

  private AcceptedSeq() {}

  /**
   * Returns the number.
   *
   * @param last the number of the last batch of the copy
   */
  public static long after(long last) {
    return after(last, Instant.now());
  }

  static long after(long last, Instant now) {
    return Math.max(last + STEP, ChronoUnit.MICROS.between(Instant.EPOCH, now));
  }
}
