package io.offerengine.log;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Futures that wait until a number is reached. Safe for all threads. */
final class Waiters {
  /** The futures that are not completed, with their numbers. */
  private final Map<CompletableFuture<@Nullable Void>, Long> waiting = new ConcurrentHashMap<>();

  private volatile long reached = -1;

  /** Returns a future of a number. Once it is completed, by anybody, it is forgotten. */
  CompletableFuture<@Nullable Void> add(long number) {
    CompletableFuture<@Nullable Void> future = new CompletableFuture<>();
    waiting.put(future, number);
    var unused = future.whenComplete((nothing, failure) -> waiting.remove(future));
    // The number may have been reached before the future was added.
    if (number <= reached) {
      future.complete(null);
    }
    return future;
  }

  /** Completes the futures of a number and of lesser ones. */
  void reach(long number) {
    reached = number;
    waiting.forEach((future, awaited) -> {
      if (awaited <= number) {
        future.complete(null);
      }
    });
  }
}
