package io.offerengine.bench.compare;

import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Runs all classes by all sides, mixed, until the compiler is idle and no side gets faster.
 *
 * <p>Classes take turns after {@link #STRETCH} draws: code that was compiled for one class alone is
 * faster for a while than it stays. Several windows in a row have to be idle: a method that runs on
 * may be compiled again.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class WarmUp {
  /** The number of last windows in which nothing may have changed. */
  static final int IDLE_WINDOWS = 3;

  /** The share of a window that an idle compiler may work, for code beside the searches. */
  static final double IDLE_SHARE = 0.02;

  /** The share of its time by which a side that has stopped getting faster may still improve. */
  static final double STEADY_SHARE = 0.05;

  private static final int STRETCH = 40;
  private static final double STRETCH_SECONDS = 0.02;
  private static final double WINDOW_SECONDS = 1;
  private static final double NANOS = 1e9;

  private final List<Side> sides;
  private final List<SearchClass> kinds;
  private final int[] nextDraw;

  WarmUp(List<Side> sides, List<SearchClass> kinds) {
    this.sides = sides;
    this.kinds = kinds;
    this.nextDraw = new int[kinds.size()];
  }

  /**
   * What happened in a stretch of time.
   *
   * @param seconds its duration
   * @param compiling the seconds that the compiler worked
   * @param isQueueEmpty whether no method was compiled or waited for it at the end
   * @param means by side: the geometric mean over the classes of a draw's mean duration, ns
   */
  record Window(double seconds, double compiling, boolean isQueueEmpty, List<Double> means) {
    /** Returns whether the compiler was idle. */
    boolean isIdle() {
      return isQueueEmpty && compiling <= IDLE_SHARE * seconds;
    }
  }

  /** How a warm-up ended. */
  record Ended(List<Window> windows, boolean isSettled) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s after %.0f s, %.1f s of them compiling",
          isSettled ? "settled" : "NOT SETTLED",
          windows.stream().mapToDouble(Window::seconds).sum(),
          windows.stream().mapToDouble(Window::compiling).sum());
    }
  }

  /**
   * Runs until nothing changes.
   *
   * @param longest the longest time in seconds; with 0, nothing is run and all counts as settled
   */
  Ended run(double longest) throws ComparisonException {
    List<Window> windows = new ArrayList<>();
    double total = 0;
    while (total < longest && !isSettled(windows)) {
      Window window = window();
      windows.add(window);
      total += window.seconds();
    }
    return new Ended(windows, longest == 0 || isSettled(windows));
  }

  /** Returns whether the compiler was idle in the last windows, and no side got faster in them. */
  static boolean isSettled(List<Window> windows) {
    int before = windows.size() - IDLE_WINDOWS;
    if (before < 1) {
      return false;
    }
    List<Window> last = windows.subList(before, windows.size());
    if (!last.stream().allMatch(Window::isIdle)) {
      return false;
    }
    for (int side = 0; side < last.get(0).means().size(); side++) {
      if (least(last, side) < (1 - STEADY_SHARE) * least(windows.subList(0, before), side)) {
        return false;
      }
    }
    return true;
  }

  private static double least(List<Window> windows, int side) {
    return windows.stream().mapToDouble(window -> window.means().get(side)).min().orElseThrow();
  }

  /** Runs all classes at least once. */
  private Window window() throws ComparisonException {
    long[][] nanos = new long[sides.size()][kinds.size()];
    int[] runs = new int[kinds.size()];
    double compiledBefore = Compiler.seconds();
    long start = System.nanoTime();
    long end = start + (long) (WINDOW_SECONDS * NANOS);
    for (int i = 0; i < kinds.size() || System.nanoTime() < end; i++) {
      int at = i % kinds.size();
      runs[at] += stretch(at, nanos);
    }
    double seconds = (System.nanoTime() - start) / NANOS;
    double compiling = Compiler.seconds() - compiledBefore;
    List<Double> means = Arrays.stream(nanos).map(ofSide -> mean(ofSide, runs)).toList();
    return new Window(seconds, compiling, Compiler.isIdle(), means);
  }

  private static double mean(long[] nanos, int[] runs) {
    double logarithms = 0;
    for (int at = 0; at < runs.length; at++) {
      logarithms += Math.log((double) Math.max(1, nanos[at]) / runs[at]);
    }
    return Math.exp(logarithms / runs.length);
  }

  private int stretch(int at, long[][] nanos) throws ComparisonException {
    SearchClass kind = kinds.get(at);
    int draws = 0;
    for (Side side : sides) {
      draws = side.turnTo(kind);
    }
    long end = System.nanoTime() + (long) (STRETCH_SECONDS * NANOS);
    int done = 0;
    do {
      int draw = nextDraw[at];
      nextDraw[at] = (draw + 1) % draws;
      for (int i = 0; i < sides.size(); i++) {
        nanos[i][at] += sides.get(i).run(kind, draw);
      }
      done++;
    } while (done < STRETCH && System.nanoTime() < end);
    return done;
  }
}
