package io.offerengine.server;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that saves the offers from time to time while the service runs, so that a killed
 * service starts fast, too.
 *
 * <p>A save writes what was sealed or merged since the last one. It begins a minute after the end
 * of the last one at the earliest, and after ten times as long as the last one took.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class SaveThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SaveThread.class);

  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final int PAUSE_FACTOR = 10;

  private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1);
  private final Runnable saving;

  /**
   * Creates a thread that does nothing before {@link #start}.
   *
   * @param saving saves the offers if they have changed; logs failures
   */
  SaveThread(Runnable saving) {
    this.saving = saving;
    thread.setThreadFactory(work -> {
      Thread named = new Thread(work, "offer-engine-save");
      named.setDaemon(true);
      return named;
    });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Saves from now on, when all offers are loaded. */
  void start() {
    saveAfter(FIRST_PAUSE.toNanos());
  }

  private void saveAfter(long nanos) {
    try {
      ScheduledFuture<?> unused = thread.schedule(this::save, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The service stops, and saves for the last time.
    }
  }

  private void save() {
    long start = System.nanoTime();
    try {
      saving.run();
    } catch (Error e) {
      // Memory that is short now may be there for the next save.
      LOG.error("The offers were not saved", e);
    }
    long taken = System.nanoTime() - start;
    saveAfter(Math.max(PAUSE.toNanos(), PAUSE_FACTOR * taken));
  }

  /** Saves for the last time. Close the engine first, so that nothing changes afterwards. */
  @Override
  public void close() {
    thread.shutdown();
    saving.run();
  }
}
