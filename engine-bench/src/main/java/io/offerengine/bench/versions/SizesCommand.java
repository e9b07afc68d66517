package io.offerengine.bench.versions;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.report.DrawTimes;
import io.offerengine.bench.searches.SearchClass;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that times the engine over two markets of different sizes in turns. */
@Command(
    name = SizesCommand.NAME,
    usageHelpWidth = 100,
    description =
        "Loads a small and a large market into two engines, runs the 200 drawn searches of each"
            + " class over one and over the other in turns, and prints the quantiles of their"
            + " durations in µs, first those of the small market. The ratio is steadier than the"
            + " durations on a machine whose speed changes.",
    footer = {
      "",
      "Examples:",
      "  sizes --small 1000000 --offers 10000000",
      "  sizes --small 20000 --offers 1000000 --classes Q1,Q6",
      "",
      "Exit codes: 0 done, 2 wrong options."
    })
public final class SizesCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "sizes";

  private static final String HEADING =
      "class           small p50       p99      large p50       p99    large / small p50    p99";

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(
      names = "--small",
      paramLabel = "N",
      required = true,
      description = "Number of offers of the small market, 500 to 10000000.")
  private int small;

  @Mixin private TurnTimes times = new TurnTimes();

  @Option(
      names = "--classes",
      paramLabel = "CLASS",
      split = ",",
      description =
          "Which classes of searches (default: the plain ones): ${COMPLETION-CANDIDATES}.")
  private List<SearchClass> classes = SearchClass.plainSearches();

  @Mixin private Invocation invocation = new Invocation();

  private SizesCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.ofFiles(new SizesCommand());
  }

  @Override
  public Integer call() throws Exception {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    MarketOptions.checkOffers(checks, "--small", small);
    times.check(checks);
    for (SearchClass kind : classes) {
      checks.require(kind.isSearchOnly(), "--classes", "classes of searches", kind);
    }
    TimedVersion large = new LoadedVersion(market.offers(), market.seed(), 0);
    VersionTurns turns = new VersionTurns(new LoadedVersion(small, market.seed(), 0), large);
    PrintWriter out = invocation.out();
    out.println(HEADING);
    for (SearchClass kind : classes) {
      DrawTimes[] took = turns.runUnchecked(kind.name(), times);
      out.println(VersionRow.of(kind.name(), took[0], took[1]));
      out.flush();
    }
    return CommandLine.ExitCode.OK;
  }
}
