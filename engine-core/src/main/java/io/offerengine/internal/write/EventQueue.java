package io.offerengine.internal.write;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs the events of one listener in order, one at a time.
 *
 * <p>An event that throws anything is logged, and the next one runs. If the executor refuses to run
 * events, they wait for the next call of {@link #deliver}.
 *
 * <p><b>Threads.</b> Safe for all. No call waits for an event of another thread.
 */
public final class EventQueue {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private final Executor executor;
  private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicBoolean isDelivering = new AtomicBoolean();

  /**
   * Creates an empty queue.
   *
   * @param executor runs the events; {@code Runnable::run} for the thread that delivers them
   */
  public EventQueue(Executor executor) {
    this.executor = executor;
  }

  /** Adds an event. It runs after a later call of {@link #deliver}. */
  public void add(Runnable event) {
    waiting.incrementAndGet();
    events.add(event);
  }

  /** Returns how many events have not ended. */
  public long waiting() {
    return waiting.get();
  }

  /** Runs the waiting events, unless they are being run. */
  public void deliver() {
    if (events.isEmpty() || !isDelivering.compareAndSet(false, true)) {
      return;
    }
    try {
      executor.execute(this::runAll);
    } catch (Throwable e) {
      isDelivering.set(false);
      LOGGER.log(Level.WARNING, "The executor of a listener runs nothing; events wait", e);
    }
  }

  private void runAll() {
    do {
      try {
        for (Runnable event = events.poll(); event != null; event = events.poll()) {
          run(event);
        }
      } finally {
        isDelivering.set(false);
      }
      // An event may have been added after the last poll, by a thread that saw the delivery
      // running.
    } while (!events.isEmpty() && isDelivering.compareAndSet(false, true));
  }

  private void run(Runnable event) {
    try {
      event.run();
    } catch (Throwable e) {
      LOGGER.log(Level.WARNING, "A listener failed; it receives the next batch all the same", e);
    } finally {
      waiting.decrementAndGet();
    }
  }
}
