package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results of a comparison: medians over its processes.
 *
 * @param command the command with its options
 * @param offers number of offers
 * @param surroundings machine, JVM and commit
 * @param loads for each side, the time and the memory of its load
 * @param rows for each class and pair, the ratio and the durations
 * @param starts how soon sides were fast, by process
 */
record Results(
    List<String> command,
    int offers,
    SortedMap<String, String> surroundings,
    List<Harness.Load> loads,
    List<Row> rows,
    List<Start> starts) {
  /** The least number of draws that speak for a class. */
  static final int LEAST_DRAWS = 20;

  /** Copies the lists. */
  Results {
    command = List.copyOf(command);
    surroundings = Collections.unmodifiableSortedMap(new TreeMap<>(surroundings));
    loads = List.copyOf(loads);
    rows = List.copyOf(rows);
    starts = List.copyOf(starts);
  }

  /**
   * A class of a pair.
   *
   * @param kind the class
   * @param sides the labels of both sides, or of one that was timed alone
   * @param draws the least number of draws that a process timed
   * @param of the number of draws of the class
   * @param p50 by side, µs
   * @param p99 by side, µs
   * @param ratio of the p50, the second side by the first one
   * @param isSettled whether every warm-up ended because the sides were as fast as they get
   */
  record Row(
      SearchClass kind,
      List<String> sides,
      int draws,
      int of,
      List<Double> p50,
      List<Double> p99,
      Ratio ratio,
      boolean isSettled) {
    /** Copies the lists. */
    Row {
      sides = List.copyOf(sides);
      p50 = List.copyOf(p50);
      p99 = List.copyOf(p99);
    }

    /** Returns the row of what each process measured. */
    static Row of(List<Measured> processes) {
      Measured first = processes.get(0);
      List<Double> p50 = new ArrayList<>();
      List<Double> p99 = new ArrayList<>();
      for (int i = 0; i < first.sides().size(); i++) {
        int side = i;
        p50.add(Measured.quantile(processes, each -> each.p50().get(side), 0.5));
        p99.add(Measured.quantile(processes, each -> each.p99().get(side), 0.5));
      }
      return new Row(
          first.kind(),
          first.sides(),
          processes.stream().mapToInt(Measured::draws).min().orElse(0),
          first.of(),
          p50,
          p99,
          Ratio.of(processes.stream().map(Measured::ratios).toList()),
          processes.stream().allMatch(Measured::isSettled));
    }

    /** Returns the label of the side whose time is a multiple of the first one's. */
    String other() {
      return sides.get(sides.size() - 1);
    }

    /** Returns whether the draws that were timed speak for the class. */
    boolean hasEnoughDraws() {
      return draws >= Math.min(LEAST_DRAWS, of);
    }

    /** Returns whether the ratio must not be believed. */
    boolean isUnsure() {
      return ratio.isTooNoisy() || !isSettled;
    }
  }

  /** Returns the results of what some processes measured, in the order of the first one. */
  static Results of(
      List<String> command,
      int offers,
      SortedMap<String, String> surroundings,
      List<Harness.Outcome> processes) {
    Map<List<Object>, List<Measured>> byPair = new LinkedHashMap<>();
    for (Harness.Outcome process : processes) {
      for (Measured each : process.measured()) {
        byPair
            .computeIfAbsent(List.of(each.sides(), each.kind()), any -> new ArrayList<>())
            .add(each);
      }
    }
    List<Row> rows =
        byPair.values().stream().map(Row::of).sorted(Comparator.comparing(Row::kind)).toList();
    return new Results(
        command,
        offers,
        surroundings,
        processes.get(0).loads(),
        rows,
        processes.stream().flatMap(process -> process.starts().stream()).toList());
  }

  /** Returns whether some ratio must not be believed. */
  boolean isUnsure() {
    return rows.stream().anyMatch(Row::isUnsure) || !starts.stream().allMatch(Start::isSettled);
  }

  /** Returns the classes, in order. */
  List<SearchClass> kinds() {
    return rows.stream().map(Row::kind).distinct().toList();
  }

  /** Returns the rows of a class. */
  List<Row> rows(SearchClass kind) {
    return rows.stream().filter(row -> row.kind() == kind).toList();
  }

  /**
   * Returns the row of the best peer: the one with the least ratio, of those with enough draws. For
   * updates, only peers with an index count.
   */
  Optional<Row> best(SearchClass kind) {
    return rows(kind).stream()
        .filter(row -> !row.ratio().isAbsent() && row.hasEnoughDraws())
        .filter(row -> !kind.isUpdate() || PeerKind.keepsIndex(row.other()))
        .min(Comparator.comparingDouble(row -> row.ratio().median()));
  }
}
