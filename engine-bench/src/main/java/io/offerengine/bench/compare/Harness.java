package io.offerengine.bench.compare;

import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Runs two sides in turns, class by class, in one process.
 *
 * <p>The speed of a machine changes from one second to the next. Because of the turns these changes
 * affect both sides, and the ratio of the durations is steadier than the durations. In a turn each
 * side runs the same draws; the side that comes first alternates. The order of the classes differs
 * from process to process, so that no class is always the first one after the warm-up.
 *
 * <p>Updates leave their traces in an engine. Classes with updates are therefore warmed up and
 * timed when all others are done.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Harness {
  /** The least number of turns: fewer say nothing of their spread. */
  static final int LEAST_TURNS = 5;

  /** The least number of draws that are timed, however slow a side is. */
  static final int LEAST_DRAWS = 5;

  private static final int MOST_TURNS = 200;
  private static final long ODD = 0x9E3779B97F4A7C15L;
  private static final int SHOWN = 20;
  private static final double NANOS = 1e9;

  private final int process;
  private final double seconds;
  private final double longestWarmUp;
  private final Consumer<String> progress;
  private final List<Load> loads = new ArrayList<>();
  private final List<Measured> measured = new ArrayList<>();
  private final List<Start> starts = new ArrayList<>();

  /**
   * Creates a harness.
   *
   * @param process the number of this process among those of a comparison, from 0
   * @param seconds the time for each class of a pair
   * @param longestWarmUp the longest time of a warm-up in seconds; 0 for none
   * @param progress receives messages about the progress, a line each
   */
  Harness(int process, double seconds, double longestWarmUp, Consumer<String> progress) {
    this.process = process;
    this.seconds = seconds;
    this.longestWarmUp = longestWarmUp;
    this.progress = progress;
  }

  /**
   * The time and the memory of the load of a side.
   *
   * @param label the side
   * @param seconds the duration, without computing the offers
   * @param bytesPerOffer the memory that the side reports, per offer; negative if it reports none
   * @param laidOutPerOffer the size of its objects in a market of {@link
   *     CompareCommand#LAID_OUT_OFFERS} offers, per offer; negative if its data is not, or not
   *     only, in objects
   */
  record Load(String label, double seconds, double bytesPerOffer, double laidOutPerOffer) {}

  /** What the process measured. */
  record Outcome(List<Load> loads, List<Measured> measured, List<Start> starts) {
    Outcome {
      starts = List.copyOf(starts);
      loads = List.copyOf(loads);
      measured = List.copyOf(measured);
    }
  }

  /** Returns what was measured so far. */
  Outcome outcome() {
    return new Outcome(loads, measured, starts);
  }

  /** Returns the number of this process among those of the comparison, from 0. */
  int process() {
    return process;
  }

  /** Tells what happens. */
  void tell(String message) {
    progress.accept("process " + (process + 1) + ": " + message);
  }

  /** Adds the figures of a load. */
  void add(Load load) {
    loads.add(load);
  }

  /** Times how soon a side is fast. */
  void timeStart(Side side, List<SearchClass> kinds) throws ComparisonException {
    List<SearchClass> answered = new ArrayList<>();
    for (SearchClass kind : kinds) {
      if (side.turnTo(kind) > 0) {
        answered.add(kind);
      }
    }
    starts.add(Start.of(side, answered, longestWarmUp));
  }

  /**
   * Warms up sides and times them.
   *
   * @param sides one or two; the ratio is that of the second one to the first one
   * @param kinds the classes; those that a side can't run are left out
   * @param mustAgree whether both sides must find the same
   * @throws ComparisonException if a side fails, or the sides find something else
   */
  void time(List<Side> sides, List<SearchClass> kinds, boolean mustAgree)
      throws ComparisonException {
    List<SearchClass> searches = new ArrayList<>();
    List<SearchClass> updates = new ArrayList<>();
    for (SearchClass kind : kinds) {
      if (draws(sides, kind) > 0) {
        (kind.isSearchOnly() ? searches : updates).add(kind);
      }
    }
    timePhase(sides, searches, mustAgree);
    timePhase(sides, updates, mustAgree);
  }

  private void timePhase(List<Side> sides, List<SearchClass> kinds, boolean mustAgree)
      throws ComparisonException {
    if (kinds.isEmpty()) {
      return;
    }
    // Seeds that lie close together begin with similar numbers.
    Collections.shuffle(kinds, new Random(ODD * (process + 1L)));
    WarmUp.Ended ended = new WarmUp(sides, kinds).run(longestWarmUp);
    tell(sides.stream().map(Side::label).toList() + ": " + ended);
    for (SearchClass kind : kinds) {
      measured.add(time(sides, kind, mustAgree, ended.isSettled()));
    }
  }

  /** Returns the number of draws that all sides have; 0 if a side can't run the class. */
  private static int draws(List<Side> sides, SearchClass kind) throws ComparisonException {
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (Side side : sides) {
      int draws = side.turnTo(kind);
      least = Math.min(least, draws);
      most = Math.max(most, draws);
    }
    if (least > 0 && least < most) {
      throw new ComparisonException(named(sides) + " have different numbers of draws of " + kind);
    }
    return least;
  }

  private static String named(List<Side> sides) {
    return String.join(" and ", sides.stream().map(Side::label).toList());
  }

  private Measured time(List<Side> sides, SearchClass kind, boolean mustAgree, boolean isSettled)
      throws ComparisonException {
    int all = draws(sides, kind);
    int draws = probe(sides, kind, all, mustAgree);
    List<List<long[]>> nanos = new ArrayList<>();
    sides.forEach(side -> nanos.add(new ArrayList<>()));
    long end = System.nanoTime() + (long) (seconds * NANOS);
    for (int turn = 0;
        turn < LEAST_TURNS || (turn < MOST_TURNS && System.nanoTime() < end);
        turn++) {
      for (int i = 0; i < sides.size(); i++) {
        int side = (process + turn + i) % sides.size();
        nanos.get(side).add(pass(sides.get(side), kind, draws));
      }
    }
    List<String> labels = sides.stream().map(Side::label).toList();
    Measured result = Measured.of(kind, labels, nanos, all, isSettled);
    tell(String.format(Locale.ROOT, "%s %s: p50 %.2f us", named(sides), kind, result.p50().get(0)));
    return result;
  }

  private static long[] pass(Side side, SearchClass kind, int draws) throws ComparisonException {
    long[] nanos = new long[draws];
    for (int draw = 0; draw < draws; draw++) {
      nanos[draw] = side.run(kind, draw);
    }
    return nanos;
  }

  /** Runs as many draws as a turn has time for, requires equal results, and returns the number. */
  private int probe(List<Side> sides, SearchClass kind, int all, boolean mustAgree)
      throws ComparisonException {
    long end = System.nanoTime() + (long) (seconds / LEAST_TURNS * NANOS);
    int draw = 0;
    while (draw < all && (draw < LEAST_DRAWS || System.nanoTime() < end)) {
      long[][] found = new long[sides.size()][];
      for (int i = 0; i < found.length; i++) {
        sides.get(i).run(kind, draw);
        if (mustAgree) {
          found[i] = sides.get(i).found(kind, draw);
        }
      }
      if (mustAgree && found.length == 2 && !Arrays.equals(found[0], found[1])) {
        throw new ComparisonException(
            String.format(
                "draw %d of %s finds something else: %s finds %s, %s finds %s",
                draw,
                kind,
                sides.get(0).label(),
                beginning(found[0]),
                sides.get(1).label(),
                beginning(found[1])));
      }
      draw++;
    }
    return draw;
  }

  private static String beginning(long[] found) {
    return found.length
        + " results, first "
        + Arrays.toString(Arrays.copyOf(found, Math.min(SHOWN, found.length)));
  }
}
