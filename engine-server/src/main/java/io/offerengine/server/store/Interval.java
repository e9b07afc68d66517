package io.offerengine.server.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Lets something happen at most once in a time, such as a line of the log.
 *
 * <p><b>Threads.</b> Safe for all: of several threads that ask at once, one may go on.
 */
final class Interval {
  private final long nanos;
  private final LongSupplier nanoTime;
  private final AtomicLong next;

  /**
   * Creates an interval in which nothing has happened yet.
   *
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   */
  Interval(Duration time, LongSupplier nanoTime) {
    this.nanos = time.toNanos();
    this.nanoTime = nanoTime;
    this.next = new AtomicLong(nanoTime.getAsLong());
  }

  /** Returns true if the time has passed since the last call that returned true. */
  boolean isOver() {
    long now = nanoTime.getAsLong();
    long due = next.get();
    return now - due >= 0 && next.compareAndSet(due, now + nanos);
  }
}
