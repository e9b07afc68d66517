package io.offerengine.bench.compare;

import io.offerengine.bench.command.HelpOption;
import io.offerengine.bench.command.OneLineFailures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws the results of comparisons. */
@Command(
    name = PlotCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Draws results that compare --out wrote as one SVG picture: for each file, the median and the"
          + " 99th percentile of every class and peer, on a logarithmic scale."
    },
    footer = {
      "",
      "Example:",
      "  plot results-20000.json results-1000000.json --out results.svg",
      "",
      "Exit codes: 0 done, 1 a file could not be read or written, 2 wrong options."
    })
public final class PlotCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "plot";

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Results, a panel each.")
  private List<Path> files = List.of();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where to write the picture.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path out;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli fills it
  private HelpOption help = new HelpOption();

  private PlotCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new PlotCommand(),
        IOException.class,
        problem -> "A file could not be read or written: " + problem);
  }

  @Override
  public Integer call() throws IOException {
    List<Results> results = new ArrayList<>();
    for (Path file : files) {
      results.add(ResultsJson.read(file));
    }
    Files.writeString(out, ResultsPlot.of(results));
    return CommandLine.ExitCode.OK;
  }
}
