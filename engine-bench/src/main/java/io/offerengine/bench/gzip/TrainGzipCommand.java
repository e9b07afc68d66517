package io.offerengine.bench.gzip;

import io.offerengine.bench.command.MarketCommand;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that trains the codes of compressed responses. */
@Command(
    name = "train-gzip",
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
public final class TrainGzipCommand extends MarketCommand {
  private static final int PER_KIND = 50;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "64",
      description = "The most offers of a response, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Override
  public Integer call() {
    requireMarket();
    require(rows >= 1 && rows <= 1_000, "--rows", "1 to 1000", rows);
    TrainedCodes codes = new TrainedCodes(offers(), seed(), PER_KIND, rows);
    if (codes.responses() == 0) {
      throw new IllegalStateException(
          "no compressed response has blocks with codes of all symbols");
    }
    String options = " --offers " + offers() + " --seed " + seed();
    out().println("# Code lengths and headers of DEFLATE blocks: first row, other rows.");
    out().println("# Trained by: java -jar benchmarks.jar train-gzip" + options);
    out()
        .printf(
            Locale.ROOT,
            "# %,d responses of %,d bytes: %,d with the codes of today, %,d with those of"
                + " DEFLATE%n",
            codes.responses(),
            codes.plainBytes(),
            codes.bytes(),
            codes.fixedBytes());
    codes.lines().forEach(out()::println);
    return CommandLine.ExitCode.OK;
  }
}
