package io.offerengine.log;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread that saves the segments of an engine from time to time, so that a killed process
 * starts fast, too.
 *
 * <p>A save begins a minute after the end of the last one at the earliest, and after ten times as
 * long as the last one took.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class SaveThread implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final int PAUSE_FACTOR = 10;

  private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1);
  private final Runnable saving;

  /** Starts a thread that saves; {@code saving} logs its failures. */
  SaveThread(Runnable saving) {
    this.saving = saving;
    thread.setThreadFactory(SaveThread::named);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    saveAfter(FIRST_PAUSE.toNanos());
  }

  private static Thread named(Runnable work) {
    Thread named = new Thread(work, "offer-log-save");
    named.setDaemon(true);
    return named;
  }

  private void saveAfter(long nanos) {
    try {
      Future<?> unused = thread.schedule(this::save, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The engine is being closed, and saves for the last time.
    }
  }

  private void save() {
    long start = System.nanoTime();
    try {
      saving.run();
    } catch (Error e) {
      // Memory that is short now may be there for the next save.
      LOGGER.log(System.Logger.Level.ERROR, "The offers were not saved", e);
    }
    saveAfter(Math.max(PAUSE.toNanos(), PAUSE_FACTOR * (System.nanoTime() - start)));
  }

  /** Saves for the last time. Close the engine first, so that nothing changes afterwards. */
  @Override
  public void close() {
    thread.shutdown();
    saving.run();
  }
}
