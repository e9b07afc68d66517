package io.offerengine.log;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Futures that wait until a number is reached. Safe for all threads. */
final class Waiters {
  private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
  private volatile long reached = -1;

  /** A future that is not completed, and its number. */
  private record Waiter(long number, CompletableFuture<@Nullable Void> future) {}

  /** Returns a future of a number. Once it is completed, by anybody, it is forgotten. */
  CompletableFuture<@Nullable Void> add(long number) {
    CompletableFuture<@Nullable Void> future = new CompletableFuture<>();
    Waiter waiter = new Waiter(number, future);
    waiting.add(waiter);
    var unused = future.whenComplete((nothing, failure) -> waiting.remove(waiter));
    // The number may have been reached before the waiter was added.
    if (number <= reached) {
      future.complete(null);
    }
    return future;
  }

  /** Completes the futures of a number and of lesser ones. */
  void reach(long number) {
    reached = number;
    for (Waiter waiter : waiting) {
      if (waiter.number() <= number) {
        waiter.future().complete(null);
      }
    }
  }
}
