package io.offerengine.internal.write;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * A task that an executor may run. If the executor has not begun the task, its owner runs it. So
 * the owner waits only for a task that is running.
 *
 * <p><b>Threads.</b> The task runs once, on a thread of the executor or of the owner. The owner
 * sees its results after {@link #finish}.
 */
final class SharedTask {
  private final FutureTask<@Nullable Void> task;

  private SharedTask(Runnable work) {
    this.task = new FutureTask<>(work, null);
  }

  /**
   * Offers a task to an executor. Without an executor, or if it refuses, {@link #finish} runs it.
   *
   * @param executor null for none
   */
  static SharedTask start(@Nullable Executor executor, Runnable work) {
    SharedTask started = new SharedTask(work);
    if (executor != null) {
      try {
        executor.execute(started.task);
      } catch (Throwable refused) {
        // The owner does the work, whatever the executor threw.
      }
    }
    return started;
  }

  /**
   * Runs tasks in any order, some at a time. If tasks fail, all others end before this method
   * throws the exception of the first one that failed.
   */
  static void runAll(@Nullable Executor executor, List<Runnable> pieces) {
    List<SharedTask> started = new ArrayList<>(pieces.size());
    for (Runnable piece : pieces) {
      started.add(start(executor, piece));
    }
    for (SharedTask each : started) {
      each.task.run();
    }
    Throwable failure = null;
    for (SharedTask each : started) {
      try {
        each.finish();
      } catch (Throwable e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw unchecked(failure);
    }
  }

  /** Runs the task unless a thread began it, and waits for its end; throws its exception. */
  void finish() {
    task.run();
    boolean wasInterrupted = false;
    try {
      while (true) {
        try {
          task.get();
          return;
        } catch (InterruptedException e) {
          wasInterrupted = true;
        } catch (ExecutionException e) {
          throw unchecked(e.getCause());
        }
      }
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Throws the exception of a task, which is unchecked. */
  private static RuntimeException unchecked(@Nullable Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException exception
        ? exception
        : new IllegalStateException(thrown);
  }
}
