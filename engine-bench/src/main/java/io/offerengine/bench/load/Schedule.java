package io.offerengine.bench.load;

/**
 * The instants at which the requests of one connection are due, by {@link System#nanoTime}.
 *
 * <p><b>Threads.</b> Immutable.
 */
sealed interface Schedule {
  /** The result of {@link #start} if there is no further request. */
  long OVER = Long.MIN_VALUE;

  /** Returns the start of the request of an index, from 0; {@link #OVER} if there is none. */
  long start(long index, long now);

  /**
   * Each request starts when the one before was answered.
   *
   * @param end the last instant at which a request may start
   */
  record BackToBack(long end) implements Schedule {
    @Override
    public long start(long index, long now) {
      return now - end < 0 ? now : OVER;
    }
  }

  /**
   * Requests start at instants that do not depend on the answers.
   *
   * @param first the start of the first request
   * @param nanosBetween the time from one start to the next
   * @param requests the number of requests
   */
  record Paced(long first, double nanosBetween, long requests) implements Schedule {
    @Override
    public long start(long index, long now) {
      return index < requests ? first + Math.round(index * nanosBetween) : OVER;
    }
  }
}
