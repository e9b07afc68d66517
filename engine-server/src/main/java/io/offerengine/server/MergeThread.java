package io.offerengine.server;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread on which a service's engine seals and merges, so that no request waits for it.
 *
 * <p>A daemon: what it does lasts no longer than the process, and a stop does not wait for it. A
 * merge that fails is logged; the engine tries again after the next change.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class MergeThread implements Executor, AutoCloseable {
  /** What the thread is called. */
  static final String NAME = "offer-engine-merge";

  private static final Logger LOGGER = LoggerFactory.getLogger(MergeThread.class);

  private final ExecutorService thread = Executors.newSingleThreadExecutor(MergeThread::named);

  private static Thread named(Runnable work) {
    Thread thread = new Thread(work, NAME);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (failed, problem) -> LOGGER.warn("a merge failed; it is put off", problem));
    return thread;
  }

  @Override
  public void execute(Runnable work) {
    thread.execute(work);
  }

  /** Takes no more work; close the engine first, so that it has none. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
