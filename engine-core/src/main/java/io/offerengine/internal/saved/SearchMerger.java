package io.offerengine.internal.saved;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs due merges, one at a time, on the writer's thread or on an executor.
 *
 * <p>An executor is not trusted, as with merges of offers: a task runs at most once. If {@code
 * execute} throws, or if no thread has begun a task while {@value #PATIENCE} further tails and
 * segments were made, the writer's thread merges. No failure of a merge reaches the caller of a
 * write.
 *
 * <p><b>Threads.</b> {@link #afterWrite} is called with the writer's lock. A task merges without
 * the lock, and takes it to install the result.
 */
final class SearchMerger {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");
  private static final int PATIENCE = 16;

  private final @Nullable Executor executor;
  private final SearchWriter writer;

  /** The task that was handed out and has not ended; null for none. */
  private @Nullable Task task;

  SearchMerger(@Nullable Executor executor, SearchWriter writer) {
    this.executor = executor;
    this.writer = writer;
  }

  /** Runs the merges that are due, or hands out one of them. */
  void afterWrite() {
    Task last = task;
    if (last != null) {
      boolean isLost = writer.serials() - last.serials > PATIENCE && last.take() != null;
      if (!isLost) {
        return;
      }
      task = null;
    }
    if (executor == null || last != null) {
      mergeAll();
    } else {
      handOut(executor);
    }
  }

  private void mergeAll() {
    try {
      for (SearchWriter.Merge due = writer.dueMerge(); due != null; due = writer.dueMerge()) {
        writer.install(due, writer.run(due));
      }
    } catch (Throwable e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "merging saved searches failed; the next write tries again",
          e);
    }
  }

  private void handOut(Executor runner) {
    SearchWriter.Merge due = writer.dueMerge();
    if (due == null) {
      return;
    }
    Task next = new Task(due, runner);
    task = next;
    try {
      runner.execute(next);
    } catch (Throwable e) {
      LOGGER.log(System.Logger.Level.WARNING, "the executor refused to merge saved searches", e);
      if (next.take() != null) {
        task = null;
        mergeAll();
      }
    }
  }

  /** One merge: the first call of {@link #run} merges, others do nothing. */
  private final class Task implements Runnable {
    private final AtomicReference<SearchWriter.@Nullable Merge> untaken;
    private final Executor runner;
    private final int serials;

    Task(SearchWriter.Merge merge, Executor runner) {
      this.untaken = new AtomicReference<>(merge);
      this.runner = runner;
      this.serials = writer.serials();
    }

    SearchWriter.@Nullable Merge take() {
      return untaken.getAndSet(null);
    }

    @Override
    public void run() {
      SearchWriter.Merge merge = take();
      if (merge == null) {
        return;
      }
      boolean isDone = false;
      try {
        SearchSegment merged = writer.run(merge);
        synchronized (writer) {
          writer.install(merge, merged);
          isDone = true;
        }
      } finally {
        synchronized (writer) {
          task = null;
          if (isDone) {
            handOut(runner);
          }
        }
      }
    }
  }
}
