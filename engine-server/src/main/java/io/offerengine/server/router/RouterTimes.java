package io.offerengine.server.router;

import java.time.Duration;

/**
 * How long a router waits for members.
 *
 * @param deadline for the parts of a search
 * @param answer for the answer to a request that is passed on, from the last byte of the request
 * @param nextBytes for the next bytes of a long answer
 */
public record RouterTimes(Duration deadline, Duration answer, Duration nextBytes) {
  /** Returns the times of a router: 10 minutes for an answer, 30 seconds for its next bytes. */
  public static RouterTimes of(Duration deadline) {
    return new RouterTimes(deadline, Duration.ofMinutes(10), Duration.ofSeconds(30));
  }
}
