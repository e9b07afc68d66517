package io.offerengine.bench.versions;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.report.DrawTimes;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that times searches and their variants in turns, in one process. */
@Command(
    name = VariantsCommand.NAME,
    usageHelpWidth = 100,
    description =
        "Runs the 200 drawn searches of a class and their variants (another storage, bids, bundles"
            + " folded) in turns, and prints the quantiles of their durations in µs. The ratio is"
            + " steadier than the durations on a machine whose speed changes.",
    footer = {
      "",
      "Examples:",
      "  variants --offers 1000000",
      "  variants --classes Q1_FOLDED,Q9_FOLDED --seconds 8",
      "",
      "Exit codes: 0 done, 2 wrong options."
    })
public final class VariantsCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "variants";

  @Mixin private MarketOptions market = new MarketOptions();

  @Mixin private TurnTimes times = new TurnTimes();

  @Option(
      names = "--classes",
      paramLabel = "CLASS",
      split = ",",
      description = "Which variants, such as Q2_STORAGE, Q5_BID or Q9_FOLDED (default: all).")
  private List<SearchClass> classes =
      Arrays.stream(SearchClass.values()).filter(kind -> !kind.isPlain()).toList();

  @Mixin private Invocation invocation = new Invocation();

  private VariantsCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.ofFiles(new VariantsCommand());
  }

  @Override
  public Integer call() throws Exception {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    times.check(checks);
    for (SearchClass kind : classes) {
      checks.require(!kind.isPlain(), "--classes", "variants of classes", kind);
    }
    OfferGenerator offers =
        new OfferGenerator(market.seed(), market.offers(), OfferGenerator.DEFAULT_NOW);
    MarketDraws draws = new MarketDraws(MarketTable.of(offers), market.seed(), classes);
    PrintWriter out = invocation.out();
    try (EnginePeer engine = new EnginePeer(offers)) {
      VersionTurns turns =
          new VersionTurns(
              new EngineSearches(engine, draws, SearchClass::base),
              new EngineSearches(engine, draws, UnaryOperator.identity()));
      out.println("class         plain p50    p99    varied p50    p99   p50 varied / plain, more");
      for (SearchClass kind : classes) {
        DrawTimes[] took = turns.runUnchecked(kind.name(), times);
        out.println(row(kind, took[0], took[1]));
        out.flush();
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private static String row(SearchClass kind, DrawTimes plain, DrawTimes varied) {
    double before = plain.quantile(0.5);
    double after = varied.quantile(0.5);
    return String.format(
        Locale.ROOT,
        "%-12s %10.2f %6.1f    %10.2f %6.1f   %6.3f %8.2f",
        kind,
        before,
        plain.quantile(0.99),
        after,
        varied.quantile(0.99),
        after / before,
        after - before);
  }
}
