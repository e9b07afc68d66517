package io.offerengine.server.http.limit;

import java.time.Duration;

/**
 * How slowly a client may send a body or read an answer.
 *
 * <p>The other side has a grace period, then it must move a minimum number of bytes per second on
 * average, and it has a total time. The pace bounds how long a client can hold what the service
 * lends it: memory, a thread or a slot.
 *
 * @param grace the time that a client has before its rate counts, more than 0
 * @param bytesPerSecond the minimum rate after the grace period, at least 1
 * @param total the longest time for all bytes, at least the grace period
 */
public record Pace(Duration grace, long bytesPerSecond, Duration total) {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Returns the nanoseconds in which a client must have moved more bytes than it has moved. */
  public long nanosFor(long bytes) {
    double moving = (double) bytes / bytesPerSecond * NANOS_PER_SECOND;
    return grace.toNanos() + Math.min(total.toNanos() - grace.toNanos(), (long) moving);
  }
}
