package io.offerengine.bench.compare;

import io.offerengine.bench.command.Clock;
import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.command.ResultsOption;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.JsonFile;
import io.offerengine.bench.searches.SearchClass;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that times the engine and its peers in turns, and prints and stores the results. */
@Command(
    name = CompareCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Runs the engine, Lucene, DuckDB, SQLite, CQEngine, a column loop and a naive filter over the"
          + " same offers and the same 200 drawn searches of each class, in one thread, and prints"
          + " the quantiles of their durations in µs. The engine and one peer take turns, so that a"
          + " machine whose speed changes affects both alike. If an answer differs from the"
          + " engine's, the command ends with an error.",
      "Each peer and class takes twice --warm-up and once --seconds, for the engine and for the"
          + " peer, beside the loading."
    },
    footer = {
      "",
      "Examples:",
      "  compare --offers 20000 --out results-20000.json",
      "  compare --offers 1000000 --classes Q1,Q2,U1 --peers SQLITE,LOOP",
      "",
      "Exit codes: 0 done, 1 a peer answered otherwise or failed, 2 wrong options."
    })
public final class CompareCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "compare";

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "3",
      description = "Time for each peer and class (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Time for each peer and class before that, and before all classes"
              + " (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Option(
      names = "--updated",
      description =
          "Applies 200 updates to the engine and to every peer, and undoes them, before anything is"
              + " timed: the engine then holds 400 rows in tail segments.")
  private boolean updated;

  @Option(
      names = "--apart",
      description =
          "Holds one of engine and peers in memory at a time, for large markets: first the engine"
              + " is loaded and timed, then the peer, and the same for the next peer.")
  private boolean apart;

  @Option(
      names = "--clock",
      paramLabel = "CLOCK",
      defaultValue = "WALL",
      description = {
        "WALL: elapsed time; CPU: the thread's CPU time, for a machine that others use too"
            + " (default: ${DEFAULT-VALUE})."
      })
  private Clock clock = Clock.WALL;

  @Option(
      names = "--classes",
      paramLabel = "CLASS",
      split = ",",
      description = "Which classes (default: all): ${COMPLETION-CANDIDATES}.")
  private @Nullable List<SearchClass> classes;

  @Option(
      names = "--peers",
      paramLabel = "PEER",
      split = ",",
      description = "Which peers beside the engine (default: all): ${COMPLETION-CANDIDATES}.")
  private @Nullable List<PeerKind> peers;

  @Mixin private ResultsOption out = new ResultsOption();

  @Mixin private Invocation invocation = new Invocation();

  private CompareCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new CompareCommand(), Expected.MismatchException.class, Throwable::getMessage);
  }

  @Override
  public Integer call() throws Exception {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    checks.requireTimes(seconds, warmUp);
    out.check(checks);
    PrintWriter errors = invocation.err();
    Settings settings =
        new Settings(market.offers(), market.seed(), warmUp, seconds, updated, apart, clock);
    Results results =
        new SideBySide(
                settings,
                classes == null ? List.of(SearchClass.values()) : classes,
                peers == null ? List.of(PeerKind.values()) : peers,
                line -> {
                  errors.println(line);
                  errors.flush();
                })
            .run();
    invocation.out().println(ResultsTable.of(results));
    if (out.file().isPresent()) {
      JsonFile.write(results, out.file().get());
    }
    return CommandLine.ExitCode.OK;
  }
}
