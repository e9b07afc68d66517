package io.offerengine.bench.compare;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.PictureOption;
import io.offerengine.bench.report.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command that draws the results of comparisons. */
@Command(
    name = PlotCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Draws results that compare --out wrote as one PNG picture: for each file, the median and"
          + " the 99th percentile of every class and peer, on a logarithmic scale. The mark of a"
          + " peer is hollow if its time ended before all draws had run."
    },
    footer = {
      "",
      "Example:",
      "  plot results-20000.json results-1000000.json --out results.png",
      "",
      "Exit codes: 0 done, 1 a file could not be read or written, 2 wrong options."
    })
public final class PlotCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "plot";

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Results, a panel each.")
  private List<Path> files = List.of();

  @Mixin private PictureOption picture = new PictureOption();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli fills it
  private Invocation invocation = new Invocation();

  private PlotCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.ofFiles(new PlotCommand());
  }

  @Override
  public Integer call() throws IOException {
    List<Results> results = new ArrayList<>();
    for (Path file : files) {
      results.add(JsonFile.read(file, Results.class, "results of a comparison"));
    }
    picture.write(ResultsPlot.of(results));
    return CommandLine.ExitCode.OK;
  }
}
