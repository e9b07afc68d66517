package io.offerengine.internal.exec;

/**
 * How long the phases of one search took, in nanoseconds.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class SearchTimes {
  private long planning;
  private long searching;
  private long collecting;

  SearchTimes() {}

  void planned(long nanos) {
    planning = nanos;
  }

  /**
   * Sets the times of a search.
   *
   * @param ranking of planning and searching together
   */
  void set(long ranking, long collectingNanos) {
    searching = ranking - planning;
    collecting = collectingNanos;
  }

  /** Returns the time in which plans were chosen. */
  public long planning() {
    return planning;
  }

  /** Returns the time in which plans ran. */
  public long searching() {
    return searching;
  }

  /** Returns the time in which the best rows were put in order and handed out. */
  public long collecting() {
    return collecting;
  }
}
