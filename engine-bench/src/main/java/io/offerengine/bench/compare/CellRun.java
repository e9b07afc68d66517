package io.offerengine.bench.compare;

import io.offerengine.bench.command.Clock;
import io.offerengine.bench.report.DrawTimes;
import io.offerengine.bench.searches.MarketDraws;

/**
 * A run of one class by one peer: a sequence of timed steps.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
abstract class CellRun {
  private static final int MOST_REPEATS = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Clock clock;
  private DrawTimes times = new DrawTimes(MarketDraws.COUNT, MOST_REPEATS);
  private long used;
  private int draw;

  CellRun(Clock clock) {
    this.clock = clock;
  }

  /** Takes a step and records its time. */
  abstract void step(DrawTimes noted) throws Exception;

  /** Restores the market, and checks that it is restored. */
  void end() throws Exception {}

  /** Takes steps for so many seconds, at least one step. */
  final void goOn(double seconds) throws Exception {
    long start = clock.nanos();
    long end = start + (long) (seconds * NANOS_PER_SECOND);
    long now;
    do {
      step(times);
      now = clock.nanos();
    } while (now < end);
    used += now - start;
  }

  /** Returns the number of the next draw. */
  final int draw() {
    return draw;
  }

  /** Moves to the next draw; the first draw follows the last. */
  final void nextDraw(int draws) {
    draw = (draw + 1) % draws;
  }

  /** Drops all times, and begins with the first draw. */
  final void startOver() {
    draw = 0;
    times = new DrawTimes(MarketDraws.COUNT, MOST_REPEATS);
    used = 0;
  }

  /**
   * Returns the seconds that the steps took since the last start, the checks of answers included.
   */
  final double seconds() {
    return used / NANOS_PER_SECOND;
  }

  /** Returns the times since the last start. */
  final DrawTimes times() {
    return times;
  }
}
