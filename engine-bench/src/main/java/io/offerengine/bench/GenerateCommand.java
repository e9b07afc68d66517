package io.offerengine.bench;

import io.offerengine.bench.command.MarketCommand;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.json.OfferCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
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
  private static final int CHUNK = 512;

  /** The chunks that are in memory at once, and that all cores make. */
  private static final int WINDOW = 64;

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
    int offers = offers();
    requireMarket("--offers", offers);
    OfferGenerator market = market(offers);
    try (OutputStream open = target) {
      for (int start = 0; start < offers; start += WINDOW * CHUNK) {
        int first = start;
        int end = Math.min(offers, start + WINDOW * CHUNK);
        List<byte[]> chunks =
            IntStream.range(0, (end - start + CHUNK - 1) / CHUNK)
                .parallel()
                .mapToObj(i -> lines(market, first + i * CHUNK))
                .toList();
        for (byte[] chunk : chunks) {
          open.write(chunk);
        }
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private byte[] lines(OfferGenerator market, int from) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    IntStream numbers = IntStream.range(from, Math.min(market.size(), from + CHUNK));
    try {
      new OfferCodec(MarketplaceSchema.schema())
          .writeLines(numbers.<Offer>mapToObj(market::offer).iterator(), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines.toByteArray();
  }
}
