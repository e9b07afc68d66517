package io.offerengine.bench.compare;

import io.offerengine.bench.compare.WarmUp.Window;
import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.List;

/**
 * How soon a side is fast in a fresh process.
 *
 * @param label the side
 * @param first the mean of the first {@link #WINDOW} searches, µs
 * @param end the mean of a search at the end, µs
 * @param searches the searches before the first window within {@link #FAST} times of the end
 * @param compiling the seconds that the compiler worked
 * @param isSettled whether the end came because nothing changed any more
 */
record Start(
    String label, double first, double end, int searches, double compiling, boolean isSettled) {
  /** The number of searches in a window. */
  static final int WINDOW = 20_000;

  /** The multiple of the end's mean from which a window counts as fast. */
  static final double FAST = 1.5;

  private static final double MEDIAN = 0.5;
  private static final int STRETCH = 10;
  private static final double GROUP_SECONDS = 1;
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * Runs a stream in which the classes take turns after {@value #STRETCH} draws, until the compiler
   * is idle and the side gets no faster.
   *
   * @param longest the longest time in seconds
   */
  static Start of(Side side, List<SearchClass> kinds, double longest) throws ComparisonException {
    double compiledBefore = Compiler.seconds();
    long start = System.nanoTime();
    List<Double> windows = new ArrayList<>();
    List<Window> groups = new ArrayList<>();
    int stretches = 0;
    while (!WarmUp.isSettled(groups) && System.nanoTime() - start < longest * NANOS) {
      double compiled = Compiler.seconds();
      long began = System.nanoTime();
      List<Double> group = new ArrayList<>();
      do {
        long nanos = 0;
        for (int done = 0; done < WINDOW; done += STRETCH) {
          SearchClass kind = kinds.get(stretches % kinds.size());
          nanos += stretch(side, kind, stretches / kinds.size() * STRETCH);
          stretches++;
        }
        group.add(nanos / NANOS_PER_MICRO / WINDOW);
      } while (System.nanoTime() - began < GROUP_SECONDS * NANOS);
      windows.addAll(group);
      groups.add(
          new Window(
              (System.nanoTime() - began) / NANOS,
              Compiler.seconds() - compiled,
              Compiler.isIdle(),
              List.of(Measured.quantile(group, MEDIAN))));
    }
    return of(side.label(), windows, Compiler.seconds() - compiledBefore, WarmUp.isSettled(groups));
  }

  private static long stretch(Side side, SearchClass kind, int first) throws ComparisonException {
    int draws = side.turnTo(kind);
    long nanos = 0;
    for (int i = 0; i < STRETCH; i++) {
      nanos += side.run(kind, (first + i) % draws);
    }
    return nanos;
  }

  /**
   * Returns the figures of a stream.
   *
   * @param windows the mean of each window, µs
   */
  static Start of(String label, List<Double> windows, double compiling, boolean isSettled) {
    List<Double> last = windows.subList(windows.size() * 9 / 10, windows.size());
    double end = Measured.quantile(last, MEDIAN);
    int slow = 0;
    while (windows.get(slow) > FAST * end) {
      slow++;
    }
    return new Start(label, windows.get(0), end, slow * WINDOW, compiling, isSettled);
  }
}
