package io.offerengine.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits until something is so. The build refuses a test that pauses in another way. */
public final class Waiting {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(10);

  private Waiting() {}

  /** What is waited for. */
  @FunctionalInterface
  public interface Condition {
    /** Returns whether it is so. A failure ends the wait. */
    boolean holds() throws Exception;
  }

  /** Returns when a condition holds; fails if it does not within a minute. */
  public static void until(Condition condition) {
    until(PATIENCE, condition);
  }

  /** Returns when a condition holds; fails if it does not within a time. */
  public static void until(Duration patience, Condition condition) {
    long start = System.nanoTime();
    while (true) {
      // A condition is asked once more after the time: the machine may have stood still.
      boolean isLast = System.nanoTime() - start >= patience.toNanos();
      if (holds(condition)) {
        return;
      }
      if (isLast) {
        throw new AssertionError("it is still not so after " + patience);
      }
      pause(POLL);
    }
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Lets milliseconds pass, as {@link #pause(Duration)} does. */
  public static void pause(long millis) {
    pause(Duration.ofMillis(millis));
  }

  /**
   * Lets a time pass that is part of what is tested: how slowly a client reads, how long a fault
   * lasts, at which moment a process dies. Whoever expects something meanwhile uses {@link #until}.
   *
   * @throws IllegalStateException if the thread is interrupted
   */
  public static void pause(Duration time) {
    long start = System.nanoTime();
    for (long left = time.toNanos(); left > 0; left = time.toNanos() + start - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted");
      }
    }
  }
}
