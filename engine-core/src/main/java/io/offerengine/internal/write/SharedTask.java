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
   * Offers work to an executor; where there is none, or it is not taken, nothing happens yet.
   *
   * @param executor null for none
   */
  static SharedTask start(@Nullable Executor executor, Runnable work) {
    SharedTask started = new SharedTask(work);
    if (executor != null) {
      try {
        executor.execute(started.task);
      } catch (RuntimeException | Error refused) {
        // The owner does the work, whatever the executor threw.
      }
    }
    return started;
  }

  /** Does pieces of work in any order, some at a time; throws what the first one in order threw. */
  static void runAll(@Nullable Executor executor, List<Runnable> pieces) {
    List<SharedTask> started = new ArrayList<>(pieces.size());
    for (Runnable piece : pieces) {
      started.add(start(executor, piece));
    }
    for (SharedTask each : started) {
      each.task.run();
    }
    for (SharedTask each : started) {
      each.finish();
    }
  }

  /** Does the work unless somebody began it, and waits for its end; throws what it threw. */
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

  /** A piece of work throws nothing else than what needs no declaration. */
  private static RuntimeException unchecked(@Nullable Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException exception
        ? exception
        : new IllegalStateException(thrown);
  }
}
