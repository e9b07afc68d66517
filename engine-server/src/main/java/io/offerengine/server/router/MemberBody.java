package io.offerengine.server.router;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The body of a member's answer, whose reader waits for a bounded time.
 *
 * <p>The timeout of a request ends when the head of the answer comes. If the member stands still
 * afterwards, or the network falls silent, the reader would wait for ever.
 *
 * <p><b>Threads.</b> Confined to one thread, except for {@link #close}.
 */
final class MemberBody extends FilterInputStream {
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private final long patienceNanos;
  private final Future<?> watch;

  /** Since when a thread waits, as {@link System#nanoTime}; meaningful while {@link #isWaiting}. */
  private volatile long waitingSince;

  private volatile boolean isWaiting;
  private volatile boolean isLate;

  /**
   * Watches a body.
   *
   * @param patience how long the next bytes may take; up to a quarter more passes
   */
  MemberBody(InputStream in, Duration patience) {
    super(in);
    patienceNanos = patience.toNanos();
    long every = patienceNanos / 4;
    watch = TIMER.scheduleWithFixedDelay(this::look, every, every, TimeUnit.NANOSECONDS);
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "member-bodies");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  private void look() {
    if (isWaiting && System.nanoTime() - waitingSince > patienceNanos) {
      isLate = true;
      watch.cancel(false);
      try {
        // The thread that waits gets an exception.
        in.close();
      } catch (IOException e) {
        // It is closed.
      }
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    waitingSince = System.nanoTime();
    isWaiting = true;
    try {
      return in.read(target, offset, length);
    } catch (IOException e) {
      if (isLate) {
        throw new IOException("nothing came for " + Duration.ofNanos(patienceNanos).toMillis() + " ms", e);
      }
      throw e;
    } finally {
      isWaiting = false;
    }
  }

  @Override
  public void close() throws IOException {
    watch.cancel(false);
    in.close();
  }
}
