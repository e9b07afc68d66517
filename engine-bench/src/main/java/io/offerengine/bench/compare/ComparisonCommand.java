package io.offerengine.bench.compare;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.report.JsonFile;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.SearchClass;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A command that compares two sides, or several pairs of them. What differs between commands are
 * the sides and the options that choose them.
 *
 * <p>The command starts itself again in processes that measure, and prints the medians over them.
 */
@Command(
    usageHelpWidth = 100,
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
abstract class ComparisonCommand implements Callable<Integer> {
  /** The exit code if a ratio must not be believed. */
  static final int UNSURE = 3;

  private static final double GIBIBYTE = 1 << 30;

  @Mixin private MarketOptions market = new MarketOptions();
  @Mixin private RunOptions run = new RunOptions();
  @Mixin private Invocation invocation = new Invocation();

  /** Returns the command line of a command. */
  static CommandLine commandLine(ComparisonCommand command) {
    return OneLineFailures.commandLine(command, ComparisonException.class, Throwable::getMessage)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Refuses wrong values of the command's own options. */
  abstract void check(OptionChecks checks) throws Exception;

  /** Returns the classes that are run if none is chosen. */
  abstract List<SearchClass> defaultClasses();

  /** Returns whether the command can run a class. */
  abstract boolean fits(SearchClass kind);

  /** Returns the classes that the command can run, in words. */
  abstract String fitting();

  /** Returns the bytes of heap that the sides need, as many as are in memory together. */
  abstract double neededHeap();

  /** Returns the number of processes for a number of runs. */
  int processes(int runs) {
    return runs;
  }

  /** Loads the sides and times them. */
  abstract void measure(Harness harness, List<SearchClass> kinds) throws Exception;

  /** Prints what was measured. */
  void print(PrintWriter out, Results results) {
    out.println(ResultsTable.of(results));
  }

  /** Returns the options of the market. */
  final MarketOptions market() {
    return market;
  }

  @Override
  public final Integer call() throws Exception {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    run.check(checks);
    List<SearchClass> kinds = run.classes(checks, defaultClasses(), this::fits, fitting());
    check(checks);
    long heap = run.heap(checks, neededHeap());
    Path into = run.into();
    if (into == null) {
      return compare(heap);
    }
    Harness harness = run.harness(this::tell);
    measureInHeap(harness, kinds);
    JsonFile.write(harness.outcome(), into);
    return CommandLine.ExitCode.OK;
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
              market.offers()),
          e);
    }
  }

  private int compare(long heap) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(invocation.name());
    command.addAll(invocation.arguments());
    Surroundings surroundings = Surroundings.read(heap);
    List<Harness.Outcome> processes =
        new Processes(command, heap, this::tell).run(processes(run.runs()));
    Results results = Results.of(command, market.offers(), surroundings.atEnd(), processes);
    PrintWriter out = invocation.out();
    print(out, results);
    out.println(String.join(" ", command));
    out.print(results.surroundings().lines());
    out.flush();
    if (run.out().isPresent()) {
      JsonFile.write(results, run.out().get());
    }
    return results.isUnsure() ? UNSURE : CommandLine.ExitCode.OK;
  }

  /** Tells the progress. */
  final void tell(String line) {
    PrintWriter errors = invocation.err();
    errors.println(line);
    errors.flush();
  }
}
