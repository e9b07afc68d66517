package io.offerengine.server.http.limit;

import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns of requests at the processors.
 *
 * <p>Of requests that only compute, as many run at once as there are processors; the others wait in
 * the order in which they came. More at once would finish no earlier. Small and large requests have
 * turns of their own, so that no small request waits for the end of large ones.
 *
 * <p>Requests take turns to enter, too. Otherwise, if clients repeat refused requests at once, the
 * many threads that refuse leave no processor to the few that compute.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class Turns {
  private final Semaphore entries;
  private final Semaphore small;
  private final Semaphore large;

  /** The turn of one request. Confined to one thread. */
  public final class Turn implements AutoCloseable {
    private @Nullable Semaphore taken;

    private Turn() {}

    /**
     * Waits until the request may compute. A request waits once.
     *
     * @param isLarge whether the request costs more than most
     * @return the time that it waited in nanoseconds
     */
    public long await(boolean isLarge) {
      Semaphore turns = isLarge ? large : small;
      long start = System.nanoTime();
      turns.acquireUninterruptibly();
      taken = turns;
      return System.nanoTime() - start;
    }

    /** Lets the next request compute. Later calls do nothing, as without {@link #await}. */
    @Override
    public void close() {
      if (taken != null) {
        taken.release();
        taken = null;
      }
    }
  }

  /**
   * Creates turns that nobody has.
   *
   * @param processors how many requests enter at once, and how many of each size compute at once,
   *     at least 1
   */
  public Turns(int processors) {
    entries = new Semaphore(processors);
    small = new Semaphore(processors, true);
    large = new Semaphore(processors, true);
  }

  /** Returns the turn of a request that has not computed yet. */
  public Turn turn() {
    return new Turn();
  }

  /** Waits for the turn to enter or to be refused, and returns the result. */
  public boolean enter(BooleanSupplier entry) {
    entries.acquireUninterruptibly();
    try {
      return entry.getAsBoolean();
    } finally {
      entries.release();
    }
  }
}
