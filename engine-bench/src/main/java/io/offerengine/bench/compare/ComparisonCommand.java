package io.offerengine.bench.compare;

import io.offerengine.bench.command.MarketCommand;
import io.offerengine.bench.command.Surroundings;
import io.offerengine.bench.searches.SearchClass;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A command that compares two sides, or several pairs of them. What differs between commands are
 * the sides and the options that choose them.
 *
 * <p>The command starts itself again in processes that measure, and prints the medians over them.
 */
@Command(
    footer = {
      "",
      "A ratio is the second side's time as a multiple of the first one's. Both run the same draws"
          + " in turns. The spread is the distance of the quartiles of the turns' ratios, as a"
          + " share of their median. With a spread above 0.2 the table says \"too noisy\" in"
          + " place of the ratio, and \"not settled\" if the sides still got faster at the end of"
          + " the warm-up.",
      "",
      "Exit codes: 0 done, 1 a side failed or found something else, 2 wrong options, 3 done, but a"
          + " ratio is too noisy or not settled."
    })
abstract class ComparisonCommand extends MarketCommand {
  /** The exit code if a ratio must not be believed. */
  static final int UNSURE = 3;

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

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the results as JSON (default: nowhere).")
  private @Nullable Path out;

  @Option(names = PROCESS, hidden = true)
  private int process = -1;

  @Option(names = INTO, hidden = true)
  private @Nullable Path into;

  /** Refuses wrong values of the command's own options. */
  abstract void check() throws Exception;

  /** Returns the classes that are run if none is chosen. */
  abstract List<SearchClass> defaultClasses();

  /** Returns whether the command can run a class. */
  abstract boolean fits(SearchClass kind);

  /** Returns the classes that the command can run, in words. */
  abstract String fitting();

  /** Returns the bytes of heap that the sides need, as many as are in memory together. */
  abstract double neededHeap();

  /** Returns the number of sides that each run starts a process for; 1 if all share one. */
  int processesOfARun() {
    return 1;
  }

  /** Loads the sides and times them. */
  abstract void measure(Harness harness, List<SearchClass> kinds) throws Exception;

  /** Prints what was measured. */
  void print(PrintWriter printer, Results results) {
    printer.println(ResultsTable.of(results));
  }

  @Override
  protected final @Nullable String explain(Exception problem) {
    return problem instanceof ComparisonException ? problem.getMessage() : null;
  }

  @Override
  public final Integer call() throws Exception {
    requireMarket();
    require(runs >= 1 && runs <= MOST_RUNS, "--runs", "1 to 101", runs);
    requireTimes(seconds, warmUp);
    requireFolder("--out", out);
    List<SearchClass> kinds = classes.isEmpty() ? defaultClasses() : chosenClasses();
    check();
    long bytes = heap();
    if (into == null) {
      return compare(bytes);
    }
    Harness harness = new Harness(Math.max(0, process), seconds, warmUp, this::tell);
    measureInHeap(harness, kinds);
    JsonFile.write(harness.outcome(), into);
    return CommandLine.ExitCode.OK;
  }

  private List<SearchClass> chosenClasses() {
    Set<SearchClass> chosen = new LinkedHashSet<>();
    for (String name : classes) {
      List<SearchClass> named =
          Arrays.stream(SearchClass.values())
              .filter(kind -> kind.name().equals(name) || kind.group().name().equals(name))
              .toList();
      require(
          !named.isEmpty(),
          "--classes",
          "classes "
              + Arrays.toString(SearchClass.values())
              + " or groups of them "
              + Arrays.toString(SearchClass.Group.values()),
          name);
      for (SearchClass kind : named) {
        require(fits(kind), "--classes", fitting(), kind);
      }
      chosen.addAll(named);
    }
    return new ArrayList<>(chosen);
  }

  private long heap() {
    double needed = neededHeap();
    if (heap == null) {
      return (long) Math.max(GIBIBYTE, 2 * needed);
    }
    require(
        heap >= LEAST_GIBIBYTES && heap * GIBIBYTE >= needed,
        "--heap",
        String.format(
            Locale.ROOT,
            "at least the %.2f GiB that the sides need with so many offers",
            Math.max(LEAST_GIBIBYTES, needed / GIBIBYTE)),
        heap);
    return (long) (heap * GIBIBYTE);
  }

  private void measureInHeap(Harness harness, List<SearchClass> kinds) throws Exception {
    try {
      measure(harness, kinds);
    } catch (OutOfMemoryError e) {
      throw new ComparisonException(
          String.format(
              Locale.ROOT,
              "a heap of %.2f GiB is too small for %,d offers; --heap chooses another size",
              Runtime.getRuntime().maxMemory() / GIBIBYTE,
              offers()),
          e);
    }
  }

  private int compare(long bytes) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(spec().name());
    command.addAll(spec().commandLine().getParseResult().originalArgs());
    SortedMap<String, String> surroundings = Surroundings.read(bytes);
    List<Harness.Outcome> processes =
        Processes.run(command, bytes, runs * processesOfARun(), this::tell);
    surroundings.put("load_at_end", Surroundings.load());
    Results results = Results.of(command, offers(), surroundings, processes);
    print(out(), results);
    out().println(String.join(" ", command));
    out().print(Surroundings.lines(surroundings));
    out().flush();
    if (out != null) {
      JsonFile.write(results, out);
    }
    return results.isUnsure() ? UNSURE : CommandLine.ExitCode.OK;
  }

  private void tell(String line) {
    err().println(line);
    err().flush();
  }
}
