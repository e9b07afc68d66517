package io.offerengine.internal.merge;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs due merges of offers or of saved searches, on the writer's thread or on an executor.
 *
 * <p>No failure of a merge or of an executor reaches the caller of a write, whose batch is visible
 * by then. After a failure the next write tries again.
 *
 * <p>An executor is not trusted. A merge is handed to it as a task that runs at most once, however
 * often the executor calls it. If no thread has begun the task after some writes, the task is
 * withdrawn and a new one is handed out. If {@value #MAX_ATTEMPTS} tasks in a row were refused or
 * never begun, the writer's thread merges.
 *
 * <p><b>Threads.</b> Each method is called with the writer's lock. A task merges without the lock,
 * and takes it to install the result.
 */
public final class MergeScheduler {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** With so many tasks lost in a row, an engine has about twice as many full tails as usual. */
  private static final int MAX_ATTEMPTS = 4;

  private final Source source;
  private final Runnable publish;
  private final @Nullable Executor executor;
  private final Object lock;

  /** The task that was handed out last and has not ended; null for none. */
  private @Nullable Task task;

  /** How many tasks in a row were refused or never begun. */
  private int lostTasks;

  private boolean closed;

  /** A merge that is due. */
  @FunctionalInterface
  public interface DueMerge {
    /**
     * Merges. Called without the lock if the executor runs the merge.
     *
     * @return what puts the result in the place of its sources; called with the lock
     */
    Runnable merge();
  }

  /** What is merged. Each method is called with the lock. */
  public interface Source {
    /** Returns a merge that is due; null for none. */
    @Nullable DueMerge dueMerge();

    /** Returns a number that grows with what is written, such as the number of changed rows. */
    long progress();

    /** Returns by how much {@link #progress} grows until a task that did not begin is lost. */
    long patience();
  }

  /**
   * Creates a scheduler.
   *
   * @param publish publishes what a merge has installed; called with the lock
   * @param executor where merges run; null for the writer's thread
   * @param lock the writer's lock
   */
  public MergeScheduler(Source source, Runnable publish, @Nullable Executor executor, Object lock) {
    this.source = source;
    this.publish = publish;
    this.executor = executor;
    this.lock = lock;
  }

  /** Runs the merges that are due after a write, or hands out one of them. */
  public void afterWrite() {
    if (executor == null) {
      mergeAll();
    } else if (!isUnderWay()) {
      if (lostTasks < MAX_ATTEMPTS) {
        handOut();
      } else {
        lostTasks = 0;
        mergeAll();
      }
    }
  }

  /** Hands out no more merges. */
  public void close() {
    closed = true;
  }

  private void mergeAll() {
    try {
      for (DueMerge due = source.dueMerge(); due != null; due = source.dueMerge()) {
        due.merge().run();
        publish.run();
      }
    } catch (Throwable e) {
      LOGGER.log(System.Logger.Level.WARNING, "a merge failed; the next write tries again", e);
    }
  }

  /** Returns whether a task is running, or may still begin; withdraws a task that seems lost. */
  private boolean isUnderWay() {
    Task last = task;
    if (last == null) {
      return false;
    }
    boolean isLost = source.progress() - last.progress >= source.patience();
    if (isLost && last.take() != null) {
      task = null;
      lostTasks++;
    }
    return task != null;
  }

  private void handOut() {
    Task next = null;
    try {
      DueMerge merge = source.dueMerge();
      if (merge != null) {
        next = new Task(merge);
        task = next;
        Objects.requireNonNull(executor).execute(next);
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
    private final AtomicReference<@Nullable DueMerge> untaken;

    private final long progress;

    Task(DueMerge merge) {
      this.untaken = new AtomicReference<>(merge);
      this.progress = source.progress();
    }

    /** Returns the merge to the first caller, and null to all others. */
    @Nullable DueMerge take() {
      return untaken.getAndSet(null);
    }

    @Override
    public void run() {
      DueMerge due = take();
      if (due == null) {
        return;
      }
      boolean done = false;
      try {
        Runnable install = due.merge();
        synchronized (lock) {
          install.run();
          publish.run();
          done = true;
        }
      } finally {
        synchronized (lock) {
          task = null;
          lostTasks = 0;
          if (done && !closed) {
            handOut();
          }
        }
      }
    }
  }
}
