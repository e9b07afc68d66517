package io.offerengine.bench.gzip;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that trains the codes of compressed responses. */
@Command(
    name = TrainGzipCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Trains the codes of compressed responses on the searches of a made-up market, and prints the"
          + " resource of engine-json that holds them, and what they save. The same options print"
          + " the same codes."
    },
    footer = {
      "",
      "Example:",
      "  train-gzip --offers 20000 --seed 7 > trained-codes.txt",
      "",
      "Exit codes: 0 done, 2 wrong options."
    })
public final class TrainGzipCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "train-gzip";

  private static final int PER_KIND = 50;

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "64",
      description = "The most offers of a response, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Mixin private Invocation invocation = new Invocation();

  private TrainGzipCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new TrainGzipCommand(), IOException.class, problem -> "It failed: " + problem.getMessage());
  }

  @Override
  public Integer call() {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    checks.require(rows >= 1 && rows <= 1_000, "--rows", "1 to 1000", rows);
    TrainedCodes codes = new TrainedCodes(market.offers(), market.seed(), PER_KIND, rows);
    String options = " --offers " + market.offers() + " --seed " + market.seed();
    invocation
        .out()
        .println("# Code lengths and headers of DEFLATE blocks: first row, other rows.");
    invocation.out().println("# Trained by: java -jar benchmarks.jar " + NAME + options);
    invocation
        .out()
        .println(
            String.format(
                Locale.ROOT,
                "# %,d responses of %,d bytes: %,d with the codes of today, %,d with"
                    + " those of DEFLATE",
                codes.responses(),
                codes.plainBytes(),
                codes.bytes(),
                codes.fixedBytes()));
    codes.lines().forEach(invocation.out()::println);
    return CommandLine.ExitCode.OK;
  }
}
