package io.offerengine.bench.versions;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that times two versions of the engine in one process. */
@Command(
    name = VersionsCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Loads two versions of the engine into one process, each over the same offers and with its"
          + " own benchmarks and libraries. Runs the same 200 drawn searches of each class by one"
          + " version and by the other in turns, and prints the quantiles of their durations in µs."
          + " The ratio is steadier than the durations on a machine whose speed changes.",
      "If a search finds other offers in one version than in the other, the command ends with an"
          + " error."
    },
    footer = {
      "",
      "Examples:",
      "  versions --base old/benchmarks.jar",
      "  versions --base old/benchmarks.jar --runs 5 --seconds 1 --warm-up 1 --offers 1000000",
      "",
      "Exit codes: 0 done, 1 the versions find different offers, 2 wrong options."
    })
public final class VersionsCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "versions";

  private static final int MOST_UPDATES = 1_000_000;
  private static final int MOST_RUNS = 101;

  @Option(
      names = "--base",
      paramLabel = "PATH",
      required = true,
      description = "The benchmarks.jar of a version; or a class path of its benchmarks.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private String base;

  @Option(
      names = "--changed",
      paramLabel = "PATH",
      description = "The same of the version to compare with the base (default: this version).")
  private @Nullable String changed;

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Updates of prices before the searches, one batch each, 0 to 1000000"
              + " (default: ${DEFAULT-VALUE}).")
  private int updates;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of runs, 1 to 101. If there are several, each is a process of its own, and the"
              + " median of each class's ratios is printed at the end (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Mixin private TurnTimes times = new TurnTimes();

  @Option(
      names = "--classes",
      paramLabel = "CLASS",
      split = ",",
      description =
          "Which classes of searches (default: the plain ones): ${COMPLETION-CANDIDATES}.")
  private List<SearchClass> classes = SearchClass.plainSearches();

  @Mixin private Invocation invocation = new Invocation();

  private VersionsCommand() {}

  /** Runs the command in a process of its own: one of several runs. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new VersionsCommand(), VersionTurns.DifferenceException.class, Throwable::getMessage);
  }

  @Override
  public Integer call() throws Exception {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    times.check(checks);
    checks.require(updates >= 0 && updates <= MOST_UPDATES, "--updates", "0 to 1000000", updates);
    checks.require(runs >= 1 && runs <= MOST_RUNS, "--runs", "1 to 101", runs);
    for (SearchClass kind : classes) {
      checks.require(kind.isSearchOnly(), "--classes", "classes of searches", kind);
    }
    String other = changed == null ? System.getProperty("java.class.path") : changed;
    requireBenchmarks(checks, "--base", base);
    requireBenchmarks(checks, "--changed", other);
    return runs == 1 ? runHere(other) : runApart(other);
  }

  private static void requireBenchmarks(OptionChecks checks, String option, String classPath)
      throws IOException {
    boolean holds = VersionLoader.holdsBenchmarks(classPath);
    checks.require(holds, option, "a benchmarks.jar or a class path of benchmarks", classPath);
  }

  private int runHere(String other) throws Exception {
    VersionTurns turns = new VersionTurns(load(base), load(other));
    PrintWriter out = invocation.out();
    out.println(VersionRow.HEADING);
    for (SearchClass kind : classes) {
      out.println(turns.run(kind.name(), times));
      out.flush();
    }
    return CommandLine.ExitCode.OK;
  }

  private TimedVersion load(String classPath) throws Exception {
    return VersionLoader.load(classPath, market.offers(), market.seed(), updates);
  }

  private int runApart(String other) throws IOException, InterruptedException {
    VersionRuns finished = new VersionRuns();
    PrintWriter out = invocation.out();
    out.println(VersionRow.HEADING);
    for (int run = 0; run < runs; run++) {
      int exitCode = finished.run(base, other, run % 2 == 1, options(), out);
      if (exitCode != CommandLine.ExitCode.OK) {
        invocation.err().printf("run %d ended with exit code %d%n", run + 1, exitCode);
        return CommandLine.ExitCode.SOFTWARE;
      }
    }
    finished.printMedians(out);
    return CommandLine.ExitCode.OK;
  }

  /** Returns the options of one run, without the versions. */
  private List<String> options() {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--offers", "" + market.offers(), "--seed", "" + market.seed()));
    options.addAll(List.of("--updates", "" + updates));
    options.addAll(List.of("--seconds", "" + times.seconds(), "--warm-up", "" + times.warmUp()));
    String kinds = classes.stream().map(SearchClass::name).collect(Collectors.joining(","));
    options.addAll(List.of("--classes", kinds));
    return options;
  }
}
