package io.offerengine.bench;

import io.offerengine.bench.command.MarketCommand;
import io.offerengine.json.OfferCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command that writes the offers of a generated market, one per line. */
@Command(
    name = "generate",
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
final class GenerateCommand extends MarketCommand {
  private final OutputStream target;

  /** Creates the command that writes to standard output. */
  GenerateCommand() {
    // System.out would hide that the reader of the output has ended.
    this(new FileOutputStream(FileDescriptor.out));
  }

  /** Creates a command that writes to a stream. */
  GenerateCommand(OutputStream target) {
    this.target = target;
  }

  @Override
  protected @Nullable String explain(Exception problem) {
    return problem instanceof IOException
        ? "The output could not be written: " + problem.getMessage()
        : null;
  }

  @Override
  public Integer call() throws IOException {
    requireMarket();
    try (OutputStream open = target) {
      new OfferCodec(MarketplaceSchema.schema()).writeLines(market(offers()).iterator(), open);
    }
    return CommandLine.ExitCode.OK;
  }
}
