package io.offerengine.bench;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.market.OfferLines;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that writes the offers of a generated market, one per line. */
@Command(
    name = GenerateCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Writes the offers of a made-up market to standard output, one JSON object a line.",
      "The same options write the same bytes, on every machine and JVM."
    },
    footer = {
      "",
      "Example:",
      "  generate --offers 20000 --seed 1 > offers.ndjson",
      "",
      "Exit codes: 0 done, 1 the output could not be written, 2 wrong options."
    })
final class GenerateCommand implements Callable<Integer> {
  /** The name of the command. */
  static final String NAME = "generate";

  private static final int BUFFER = 1 << 16;

  @Option(
      names = "--offers",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Number of offers, 1 to 10000000 (default: ${DEFAULT-VALUE}).")
  private int offers;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "Which market; any integer (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--now",
      paramLabel = "SECONDS",
      defaultValue = "1784365000",
      description = "Instant of the market, seconds since 1970 (default: ${DEFAULT-VALUE}).")
  private double now;

  @Mixin private Invocation invocation = new Invocation();

  private final OutputStream target;

  GenerateCommand(OutputStream target) {
    this.target = target;
  }

  /** Returns the command that writes to standard output. */
  static CommandLine commandLine() {
    // System.out would hide that the reader of the output has ended.
    return commandLine(new FileOutputStream(FileDescriptor.out));
  }

  /** Returns the command that writes to a stream. */
  static CommandLine commandLine(OutputStream target) {
    return OneLineFailures.commandLine(
        new GenerateCommand(target),
        IOException.class,
        problem -> "The output could not be written: " + problem.getMessage());
  }

  @Override
  public Integer call() throws IOException {
    OptionChecks checks = invocation.checks();
    boolean fits = offers >= 1 && offers <= OfferGenerator.MOST_OFFERS;
    checks.require(fits, "--offers", "1 to 10000000", offers);
    checks.require(now >= 0 && now <= 1e11, "--now", "0 to 100000000000", now);
    try (OutputStream out = new BufferedOutputStream(target, BUFFER)) {
      new OfferLines(new OfferGenerator(seed, offers, now)).write(out);
    }
    return CommandLine.ExitCode.OK;
  }
}
