package io.offerengine.bench.versions;

import io.offerengine.OfferEngine;
import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.compare.DrawTimes;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Times two versions of the engine in one process. */
@Command(
    name = VersionsCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Loads two versions of the engine into one process, each over the same offers, runs the same"
          + " 200 drawn searches of each class by one and by the other in turns, and prints what"
          + " each took. On a machine whose speed changes their ratio is steadier than either.",
      "Both have to have the public methods that the benchmarks call. A search that finds something"
          + " else in one of them ends the run."
    },
    footer = {
      "",
      "Examples:",
      "  versions --base old/engine-core.jar",
      "  versions --base old/engine-core.jar --changed engine-core/target/classes --classes Q1,Q5",
      "",
      "Exit codes: 0 done, 1 the versions find different offers, 2 wrong options."
    })
public final class VersionsCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "versions";

  private static final int MOST_UPDATES = 1_000_000;

  @Option(
      names = "--base",
      paramLabel = "PATH",
      required = true,
      description = "The jar of a version's engine-core, or the folder of its classes.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path base;

  @Option(
      names = "--changed",
      paramLabel = "PATH",
      description = "The same of the version that is held against it (default: this one).")
  private @Nullable Path changed;

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Updates of prices before the searches, one batch each, 0 to 1000000"
              + " (default: ${DEFAULT-VALUE}).")
  private int updates;

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
    for (SearchClass kind : classes) {
      checks.require(kind.isSearchOnly(), "--classes", "classes of searches", kind);
    }
    Path other = changed == null ? here() : changed;
    requireEngine(checks, "--base", base);
    requireEngine(checks, "--changed", other);
    VersionTurns turns = new VersionTurns(load(base), load(other));
    PrintWriter out = invocation.out();
    out.println("class        base p50    p99   changed p50    p99   p50 changed / base");
    for (SearchClass kind : classes) {
      DrawTimes[] took = turns.run(kind.name(), times);
      out.println(row(kind, took[0], took[1]));
      out.flush();
    }
    return CommandLine.ExitCode.OK;
  }

  private static Path here() throws Exception {
    return Path.of(OfferEngine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void requireEngine(OptionChecks checks, String option, Path place)
      throws IOException {
    boolean isEngine = Files.exists(place) && VersionLoader.holdsEngine(place);
    checks.require(isEngine, option, "a jar or a folder of an engine's classes", place);
  }

  private TimedVersion load(Path engine) throws Exception {
    return VersionLoader.load(engine, market.offers(), market.seed(), updates);
  }

  private static String row(SearchClass kind, DrawTimes base, DrawTimes changed) {
    return String.format(
        Locale.ROOT,
        "%-12s %8.2f %6.1f      %8.2f %6.1f   %5.3f",
        kind,
        base.quantile(0.5),
        base.quantile(0.99),
        changed.quantile(0.5),
        changed.quantile(0.99),
        changed.quantile(0.5) / base.quantile(0.5));
  }
}
