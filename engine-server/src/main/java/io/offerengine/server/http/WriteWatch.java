package io.offerengine.server.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes the connection of a client that stops reading its answer.
 *
 * <p>The answer is written in parts. If one part is being written during a whole period, the
 * connection is closed and the write fails. A client that reads single bytes is caught, too, which
 * an idle timeout would let pass.
 *
 * <p><b>Threads.</b> One thread at a time writes; the watch runs on the server's scheduler.
 */
final class WriteWatch implements Runnable {
  private final EndPoint connection;
  private final Scheduler scheduler;
  private final long periodNanos;

  /** Even between parts, odd while a part is being written; goes up only. */
  private volatile long step;

  private volatile boolean isEnded;
  private long seenStep;

  /**
   * Creates a watch that does not run yet.
   *
   * @param period the time between two looks; a part may take at least this time
   */
  WriteWatch(Request request, Duration period) {
    connection = request.getConnectionMetaData().getConnection().getEndPoint();
    scheduler = request.getComponents().getScheduler();
    periodNanos = period.toNanos();
  }

  /** Starts to look at the progress. */
  void start() {
    seenStep = step;
    schedule();
  }

  /** Notes that the writing of a part begins. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time writes
  void beginPart() {
    step++;
  }

  /** Notes that a part was written. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time writes
  void endPart() {
    step++;
  }

  /** Ends the watch. */
  void end() {
    isEnded = true;
  }

  @Override
  public void run() {
    if (isEnded) {
      return;
    }
    long now = step;
    if (now == seenStep && (now & 1) == 1) {
      connection.close(new TimeoutException("the client does not read the answer"));
      return;
    }
    seenStep = now;
    schedule();
  }

  private void schedule() {
    scheduler.schedule(this, periodNanos, TimeUnit.NANOSECONDS);
  }
}
