package io.offerengine.bench.versions;

import io.offerengine.bench.report.DrawTimes;
import java.util.Arrays;

/**
 * Turns of two versions through the searches of a class, with a check that both find the same.
 *
 * <p>The speed of the machine changes from one second to the next. Because of the turns these
 * changes affect both versions, and the ratio of the durations is steadier than the durations.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class VersionTurns {
  private static final int MOST_REPEATS = 5_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final TimedVersion[] versions;

  /** Creates turns of two versions. */
  VersionTurns(TimedVersion base, TimedVersion changed) {
    this.versions = new TimedVersion[] {base, changed};
  }

  /**
   * Runs a class for the given times.
   *
   * @return the times of both versions
   * @throws DifferenceException if the versions find different offers
   */
  VersionRow run(String kind, TurnTimes turnTimes) throws Exception {
    int draws = turnTo(kind);
    check(kind, draws);
    DrawTimes[] took = time(draws, turnTimes);
    return VersionRow.of(kind, took[0], took[1]);
  }

  /** Runs a class like {@link #run}, without a check of the results; returns both times. */
  DrawTimes[] runUnchecked(String kind, TurnTimes turnTimes) throws Exception {
    return time(turnTo(kind), turnTimes);
  }

  private int turnTo(String kind) throws Exception {
    int draws = versions[0].turnTo(kind);
    if (versions[1].turnTo(kind) != draws) {
      throw new DifferenceException("the versions have different numbers of searches of " + kind);
    }
    return draws;
  }

  private DrawTimes[] time(int draws, TurnTimes turnTimes) throws Exception {
    turns(draws, turnTimes.warmUp(), new DrawTimes[] {times(draws), times(draws)});
    DrawTimes[] times = {times(draws), times(draws)};
    turns(draws, turnTimes.seconds(), times);
    return times;
  }

  private static DrawTimes times(int draws) {
    return new DrawTimes(draws, MOST_REPEATS);
  }

  private void turns(int draws, double seconds, DrawTimes[] times) throws Exception {
    long end = System.nanoTime() + (long) (seconds * NANOS_PER_SECOND);
    for (int turn = 0; System.nanoTime() < end; turn++) {
      for (int i = 0; i < versions.length; i++) {
        // The versions take the first turn alternately.
        int version = (turn + i) % versions.length;
        for (int draw = 0; draw < draws; draw++) {
          times[version].add(draw, versions[version].run(draw));
        }
      }
    }
  }

  private void check(String kind, int draws) throws Exception {
    for (int draw = 0; draw < draws; draw++) {
      for (TimedVersion version : versions) {
        version.run(draw);
      }
      if (!Arrays.equals(versions[0].found(), versions[1].found())) {
        throw new DifferenceException("search " + draw + " of " + kind + " finds something else");
      }
    }
  }

  /** Two versions find different offers. */
  static final class DifferenceException extends Exception {
    private static final long serialVersionUID = 1;

    DifferenceException(String message) {
      super(message);
    }
  }
}
