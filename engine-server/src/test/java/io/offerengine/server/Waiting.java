package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Waits until something is so. */
public final class Waiting {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long POLL_MILLIS = 20;

  private Waiting() {}

  /** What is waited for. */
  @FunctionalInterface
  public interface Condition {
    /** Returns whether it is so. */
    boolean holds() throws Exception;
  }

  /** Returns when a condition holds; fails if it does not within half a minute. */
  public static void until(Condition condition) {
    long end = System.nanoTime() + MOST_NANOS;
    try {
      while (!condition.holds()) {
        assertThat(System.nanoTime()).as("time is over").isLessThan(end);
        Thread.sleep(POLL_MILLIS);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
