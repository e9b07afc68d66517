package io.offerengine.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Work that threads do at the same time. */
public final class Together {
  private static final int THREADS = 8;

  private Together() {}

  /**
   * Does work for each number from 0 on. The threads begin at the same moment, and the first eight
   * numbers have a thread each.
   *
   * @param times how many numbers there are
   * @return the results in the order of their numbers
   */
  public static <T> List<T> call(int times, IntFunction<T> work) throws Exception {
    List<T> results =
        Collections.synchronizedList(new ArrayList<>(Collections.nCopies(times, null)));
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int first = thread;
        running.add(
            threads.submit(() -> {
              start.await();
              for (int i = first; i < times; i += THREADS) {
                results.set(i, work.apply(i));
              }
              return null;
            }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    return results;
  }
}
