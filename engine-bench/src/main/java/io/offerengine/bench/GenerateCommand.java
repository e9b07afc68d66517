package io.offerengine.bench;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.market.ChangeStream;
import io.offerengine.bench.market.ChangeWriter;
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

/** The command that writes the offers of a generated market, or its changes, one per line. */
@Command(
    name = GenerateCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Writes the offers of a made-up market to standard output, one JSON object a line.",
      "The same options write the same bytes, on every machine and JVM."
    },
    footer = {
      "",
      "With --updates, writes instead what happens in that market afterwards, one change a line:",
      "  {\"op\":\"upsert\",\"offer\":{...}}          an offer appears or comes back",
      "  {\"op\":\"update\",\"id\":1,\"changes\":{...}} the given fields take new values",
      "  {\"op\":\"delete\",\"id\":1}                 an offer disappears",
      "",
      "Examples:",
      "  generate --offers 20000 --seed 1 > offers.ndjson",
      "  generate --offers 20000 --seed 1 --updates 100000 > updates.ndjson",
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

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of changes to write instead of the offers (default: none).")
  private long updates;

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
    checks.require(updates >= 0, "--updates", "0 or more", updates);
    checks.require(now >= 0 && now <= 1e11, "--now", "0 to 100000000000", now);
    try (OutputStream out = new BufferedOutputStream(target, BUFFER)) {
      if (updates == 0) {
        new OfferLines(new OfferGenerator(seed, offers, now)).write(out);
      } else {
        writeChanges(out);
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private void writeChanges(OutputStream out) throws IOException {
    ChangeWriter writer = new ChangeWriter(out);
    ChangeStream changes = new ChangeStream(seed, offers, now);
    for (long written = 0; written < updates; written++) {
      writer.write(changes.next());
    }
  }
}
