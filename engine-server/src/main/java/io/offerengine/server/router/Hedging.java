package io.offerengine.server.router;

import java.util.Arrays;

/**
 * When a part is asked for at a second replica: after the time in which 95 of 100 recent answers
 * came, and for at most a tenth of all parts.
 *
 * <p>A replica that pauses, for example to collect garbage, then delays few answers. If all
 * replicas are slow, the budget keeps second requests from doubling their load.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class Hedging {
  private static final int WINDOW = 256;
  private static final int STEP = 32;

  /** Until enough answers came to know better. */
  private static final long FIRST_NANOS = 50_000_000;

  /** A second request earlier than this costs more than it gains. */
  private static final long LEAST_NANOS = 2_000_000;

  /** How many parts earn one second request. */
  private static final int PARTS_PER_HEDGE = 10;

  /** How many second requests may come at once after a quiet time. */
  private static final int MOST_AT_ONCE = 10;

  private final long[] recent = new long[WINDOW];
  private long answers;
  private int earned;
  private volatile long delayNanos = FIRST_NANOS;

  /** Notes that a part is asked for. */
  synchronized void asked() {
    earned = Math.min(earned + 1, MOST_AT_ONCE * PARTS_PER_HEDGE);
  }

  /** Notes how long a replica took to answer. */
  synchronized void answered(long nanos) {
    recent[(int) (answers++ % WINDOW)] = nanos;
    if (answers % STEP == 0) {
      int count = (int) Math.min(answers, WINDOW);
      long[] sorted = Arrays.copyOf(recent, count);
      Arrays.sort(sorted);
      delayNanos = Math.max(LEAST_NANOS, sorted[count * 95 / 100]);
    }
  }

  /** Returns how long to wait for the first replica. */
  long delayNanos() {
    return delayNanos;
  }

  /** Returns whether a second request may be sent now; if so, the budget has paid for it. */
  synchronized boolean take() {
    if (earned < PARTS_PER_HEDGE) {
      return false;
    }
    earned -= PARTS_PER_HEDGE;
    return true;
  }
}
