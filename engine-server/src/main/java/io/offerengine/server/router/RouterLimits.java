package io.offerengine.server.router;

import java.time.Duration;

/**
 * How long a router waits for members, and how much of their answers it holds.
 *
 * @param deadline for the parts of a search
 * @param answer for the answer to a request that is passed on, from the last byte of the request
 * @param nextBytes for the next bytes of a long answer
 * @param partBytes the memory of all parts that are put together at once, in bytes
 */
public record RouterLimits(Duration deadline, Duration answer, Duration nextBytes, long partBytes) {
  /** Returns the limits of a router: 10 minutes for an answer, 30 seconds for its next bytes. */
  public static RouterLimits of(Duration deadline, long partBytes) {
    return new RouterLimits(deadline, Duration.ofMinutes(10), Duration.ofSeconds(30), partBytes);
  }
}
