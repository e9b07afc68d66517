package io.offerengine.bench.load;

/**
 * The instants at which the requests of one connection are due, by {@link System#nanoTime}.
 *
 * <p><b>Threads.</b> Immutable.
 */
sealed interface Schedule {
  /** What {@link #start} returns when there is no further request. */
  long OVER = Long.MIN_VALUE;

  /** Returns when the request of an index starts, the first of which is 0; or {@link #OVER}. */
  long start(long index, long now);

  /**
   * Each as soon as the one before was answered.
   *
   * @param end when the last one may start
   */
  record BackToBack(long end) implements Schedule {
    @Override
    public long start(long index, long now) {
      return now - end < 0 ? now : OVER;
    }
  }

  /**
   * At instants that were fixed beforehand, however long the answers take.
   *
   * @param first when the first one starts
   * @param nanosBetween the time from one start to the next
   * @param requests how many there are
   */
  record Paced(long first, double nanosBetween, long requests) implements Schedule {
    @Override
    public long start(long index, long now) {
      return index < requests ? first + Math.round(index * nanosBetween) : OVER;
    }
  }
}
