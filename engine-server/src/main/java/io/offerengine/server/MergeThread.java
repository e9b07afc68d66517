package io.offerengine.server;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread on which the service's engine seals and merges, so that no request waits for a merge.
 *
 * <p>The thread is a daemon, so a stop does not wait for a merge: nothing of a merge outlives the
 * process. If a merge fails, the failure is logged, and the engine tries again after the next
 * change.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class MergeThread implements Executor, AutoCloseable {
  /** The thread's name. */
  static final String NAME = "offer-engine-merge";

  private static final Logger LOGGER = LoggerFactory.getLogger(MergeThread.class);

  private final ExecutorService thread = Executors.newSingleThreadExecutor(MergeThread::named);

  private static Thread named(Runnable work) {
    Thread thread = new Thread(work, NAME);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (failed, problem) -> LOGGER.warn("a merge failed; the next change tries again", problem));
    return thread;
  }

  @Override
  public void execute(Runnable work) {
    thread.execute(work);
  }

  /** Takes no more work. Close the engine first, so that it submits none. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
