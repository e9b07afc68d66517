package io.offerengine.bench.compare;

import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.command.ResultsOption;
import io.offerengine.bench.searches.SearchClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every comparison: what is run, how long, and in how many processes. */
final class RunOptions {
  /** The hidden option with the number of a measuring process. */
  static final String PROCESS = "--process";

  /** The hidden option with the file for what the process measured. */
  static final String INTO = "--into";

  private static final int MOST_RUNS = 101;
  private static final double GIBIBYTE = 1 << 30;
  private static final double LEAST_GIBIBYTES = 0.25;

  @Option(
      names = "--classes",
      paramLabel = "CLASS",
      split = ",",
      description =
          "Classes, such as Q1 or Q5_FOLDED, or groups of them: PLAIN, UPDATES, VARIANTS, FACETS,"
              + " EXPORTS, TEXTS, SAVED.")
  private List<String> classes = List.of();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of processes, 1 to 101, one after the other; medians over them are printed"
              + " (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "Time for each class of a pair in a process (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "120",
      description =
          "Longest time of a warm-up. It ends earlier if the compiler is idle and no side gets"
              + " faster. 0 means none (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Option(
      names = "--heap",
      paramLabel = "GIB",
      description = "Heap of a measuring process in GiB (default: twice what the sides need).")
  private @Nullable Double heap;

  @Mixin private ResultsOption out = new ResultsOption();

  @Option(names = PROCESS, hidden = true)
  private int process = -1;

  @Option(names = INTO, hidden = true)
  private @Nullable Path into;

  /** Refuses values that are out of range. */
  void check(OptionChecks checks) {
    checks.require(runs >= 1 && runs <= MOST_RUNS, "--runs", "1 to 101", runs);
    checks.requireTimes(seconds, warmUp);
    out.check(checks);
  }

  /**
   * Returns the chosen classes.
   *
   * @param defaults the classes if none is chosen
   * @param fits whether the comparison can run a class
   * @param fitting the classes that fit, in words
   */
  List<SearchClass> classes(
      OptionChecks checks,
      List<SearchClass> defaults,
      Predicate<SearchClass> fits,
      String fitting) {
    if (classes.isEmpty()) {
      return defaults;
    }
    Set<SearchClass> chosen = new LinkedHashSet<>();
    for (String name : classes) {
      List<SearchClass> named =
          Arrays.stream(SearchClass.values())
              .filter(kind -> kind.name().equals(name) || kind.group().name().equals(name))
              .toList();
      checks.require(
          !named.isEmpty(),
          "--classes",
          "classes "
              + Arrays.toString(SearchClass.values())
              + " or groups of them "
              + Arrays.toString(SearchClass.Group.values()),
          name);
      for (SearchClass kind : named) {
        checks.require(fits.test(kind), "--classes", fitting, kind);
      }
      chosen.addAll(named);
    }
    return new ArrayList<>(chosen);
  }

  /**
   * Returns the size of the heap.
   *
   * @param needed the bytes that the sides need
   */
  long heap(OptionChecks checks, double needed) {
    if (heap == null) {
      return (long) Math.max(GIBIBYTE, 2 * needed);
    }
    checks.require(
        heap >= LEAST_GIBIBYTES && heap * GIBIBYTE >= needed,
        "--heap",
        String.format(
            Locale.ROOT,
            "at least the %.2f GiB that the sides need with so many offers",
            Math.max(LEAST_GIBIBYTES, needed / GIBIBYTE)),
        heap);
    return (long) (heap * GIBIBYTE);
  }

  /** Returns the file for what this process measured; null if the process starts others. */
  @Nullable Path into() {
    return into;
  }

  /** Returns the file for the results; empty if there is none. */
  Optional<Path> out() {
    return out.file();
  }

  /** Returns the number of processes. */
  int runs() {
    return runs;
  }

  /** Returns the harness of a measuring process. */
  Harness harness(Consumer<String> progress) {
    return new Harness(Math.max(0, process), seconds, warmUp, progress);
  }
}
