package io.offerengine.bench.report;

import java.util.Arrays;

/**
 * The durations of each draw of a class over many repeats.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class DrawTimes {
  private static final double NANOS_PER_MICRO = 1e3;

  private final long[][] nanos;
  private final int[] repeats;

  /**
   * Creates an object without times.
   *
   * @param draws the number of draws
   * @param mostRepeats the largest number of durations of each draw
   */
  public DrawTimes(int draws, int mostRepeats) {
    this.nanos = new long[draws][mostRepeats];
    this.repeats = new int[draws];
  }

  /** Adds a duration in ns. If the draw has the largest number already, the duration is dropped. */
  public void add(int draw, long elapsed) {
    if (repeats[draw] < nanos[draw].length) {
      nanos[draw][repeats[draw]++] = elapsed;
    }
  }

  /** Returns the number of draws with a time. */
  public int draws() {
    return (int) Arrays.stream(repeats).filter(count -> count > 0).count();
  }

  /** Returns a quantile of the medians of draws, in µs; NaN if no draw has a time. */
  public double quantile(double rank) {
    double[] medians = new double[draws()];
    int next = 0;
    for (int draw = 0; draw < repeats.length; draw++) {
      if (repeats[draw] > 0) {
        Arrays.sort(nanos[draw], 0, repeats[draw]);
        medians[next++] = nanos[draw][repeats[draw] / 2] / NANOS_PER_MICRO;
      }
    }
    Arrays.sort(medians);
    int at = (int) Math.min(medians.length - 1.0, Math.floor(rank * medians.length));
    return at < 0 ? Double.NaN : medians[at];
  }
}
