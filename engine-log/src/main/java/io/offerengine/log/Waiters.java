package io.offerengine.log;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Futures that wait until a number is reached. Safe for all threads. */
final class Waiters {
  private final AtomicLong created = new AtomicLong();
  private final NavigableSet<Waiter> waiting =
      new ConcurrentSkipListSet<>(
          Comparator.comparingLong(Waiter::seq).thenComparingLong(Waiter::serial));
  private volatile long reached = -1;

  /** A future, its number, and a number of its own. */
  private record Waiter(long seq, long serial, CompletableFuture<@Nullable Void> future) {}

  /** Returns a future of a number. Once it is completed, by anybody, it is forgotten. */
  CompletableFuture<@Nullable Void> add(long seq) {
    CompletableFuture<@Nullable Void> future = new CompletableFuture<>();
    Waiter waiter = new Waiter(seq, created.incrementAndGet(), future);
    waiting.add(waiter);
    var unused = future.whenComplete((nothing, failure) -> waiting.remove(waiter));
    // The number may have been reached before the waiter was added.
    if (seq <= reached) {
      future.complete(null);
    }
    return future;
  }

  /** Completes the futures of a number and of lesser ones. */
  void reach(long seq) {
    reached = seq;
    for (Waiter waiter : waiting) {
      if (waiter.seq() > seq) {
        return;
      }
      waiter.future().complete(null);
    }
  }
}
