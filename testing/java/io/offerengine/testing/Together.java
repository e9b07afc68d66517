package io.offerengine.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

/** Work that threads do at the same time. */
public final class Together {
  private static final int THREADS = 8;

  private Together() {}

  /** Work with a number. */
  public interface Work<T> {
    /** Does the work. */
    T of(int number) throws Exception;
  }

  /** Does work for each number from 0 on, by eight threads. */
  public static <T> List<T> call(int times, Work<T> work) throws Exception {
    return call(THREADS, times, work);
  }

  /**
   * Does work for each number from 0 on. The threads begin at the same moment, and the first
   * numbers have a thread each.
   *
   * @param times how many numbers there are
   * @return the results in the order of their numbers
   */
  public static <T> List<T> call(int threads, int times, Work<T> work) throws Exception {
    List<T> results =
        Collections.synchronizedList(new ArrayList<>(Collections.nCopies(times, null)));
    CyclicBarrier start = new CyclicBarrier(threads);
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int first = thread;
      running.add(
          beside(() -> {
            start.await();
            for (int i = first; i < times; i += threads) {
              results.set(i, work.of(i));
            }
            return null;
          }));
    }
    for (CompletableFuture<Void> each : running) {
      each.get();
    }
    return results;
  }

  /**
   * Begins work on a thread of its own: the common pool, which clients need, may have one thread
   * only.
   */
  public static <T> CompletableFuture<T> beside(Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> {
          try {
            result.complete(work.call());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
    thread.setDaemon(true);
    thread.start();
    return result;
  }
}
