package io.offerengine.internal.write;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs due merges, on the writer's thread or on an executor, and publishes the segments that they
 * make.
 *
 * <p>No failure of a merge or of an executor reaches the caller of a write, whose batch is visible
 * by then. After a failure the next write tries again.
 *
 * <p>An executor is not trusted. A merge is handed to it as a task that runs at most once, however
 * often the executor calls it. If no thread has begun the task when the rows of another tail have
 * changed, the task is withdrawn and a new one is handed out. If {@value #MAX_ATTEMPTS} tasks in a
 * row were refused or never begun, the writer's thread merges.
 *
 * <p><b>Threads.</b> Each method is called with the writer's lock. A task merges without the lock,
 * and takes it to publish.
 */
final class MergeScheduler {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** With this many tasks lost in a row, full tails are about twice as many as are merged. */
  private static final int MAX_ATTEMPTS = 4;

  private final SegmentSet segments;
  private final @Nullable Executor executor;
  private final Object lock;
  private final Runnable publish;

  /** The task that was handed out last and has not ended; null for none. */
  private @Nullable Task task;

  /** How many tasks in a row were refused or never begun. */
  private int lostTasks;

  private boolean closed;

  /**
   * Creates a scheduler.
   *
   * @param executor where merges run; null for the writer's thread
   * @param lock the writer's lock
   * @param publish shows the segments as they are now to new searches; called with the lock
   */
  MergeScheduler(SegmentSet segments, @Nullable Executor executor, Object lock, Runnable publish) {
    this.segments = segments;
    this.executor = executor;
    this.lock = lock;
    this.publish = publish;
  }

  /** Runs the merges that are due after a write, or hands out one of them. */
  void afterWrite() {
    if (executor == null) {
      mergeAll();
    } else if (!isUnderWay()) {
      if (lostTasks < MAX_ATTEMPTS) {
        handOut(executor);
      } else {
        lostTasks = 0;
        mergeAll();
      }
    }
  }

  /** Hands out no more merges. */
  void close() {
    closed = true;
  }

  private void mergeAll() {
    try {
      for (Merge due = segments.dueMerge(); due != null; due = segments.dueMerge()) {
        install(due, due.run());
      }
    } catch (Throwable e) {
      LOGGER.log(System.Logger.Level.WARNING, "a merge failed; the next write tries again", e);
    }
  }

  private void install(Merge merge, Merge.Outcome merged) {
    segments.install(merge, merged);
    publish.run();
  }

  /** Returns whether a task is running, or may still begin; withdraws a task that seems lost. */
  private boolean isUnderWay() {
    Task last = task;
    if (last == null) {
      return false;
    }
    boolean isLost = segments.changedRows() - last.changedRows >= segments.tailCapacity();
    if (isLost && last.take() != null) {
      task = null;
      lostTasks++;
    }
    return task != null;
  }

  private void handOut(Executor runner) {
    Task next = null;
    try {
      Merge merge = segments.dueMerge();
      if (merge != null) {
        next = new Task(merge, runner);
        task = next;
        runner.execute(next);
      }
    } catch (Throwable e) {
      if (next != null && next.take() != null) {
        task = null;
        lostTasks++;
      }
      LOGGER.log(
          System.Logger.Level.WARNING, "the merge executor failed; the next write tries again", e);
    }
  }

  /**
   * One merge as the executor sees it: the first call of {@link #run} merges, others do nothing.
   */
  private final class Task implements Runnable {
    /** The merge until a thread takes it, to run it or to withdraw it. */
    private final AtomicReference<@Nullable Merge> untaken;

    private final Executor runner;
    private final long changedRows;

    Task(Merge merge, Executor runner) {
      this.untaken = new AtomicReference<>(merge);
      this.runner = runner;
      this.changedRows = segments.changedRows();
    }

    /** Returns the merge to the first caller, and null to all others. */
    @Nullable Merge take() {
      return untaken.getAndSet(null);
    }

    @Override
    public void run() {
      Merge merge = take();
      if (merge == null) {
        return;
      }
      boolean done = false;
      try {
        Merge.Outcome merged = merge.run();
        synchronized (lock) {
          install(merge, merged);
          done = true;
        }
      } finally {
        synchronized (lock) {
          task = null;
          lostTasks = 0;
          if (done && !closed) {
            handOut(runner);
          }
        }
      }
    }
  }
}
