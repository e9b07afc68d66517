package io.offerengine.bench.load;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.PictureOption;
import io.offerengine.bench.report.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command that draws the results of load tests. */
@Command(
    name = PlotLoadCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Draws results that load --out wrote as one PNG picture: for each number of connections, what"
          + " each server answered in a second, and its median and 99th percentile at a steady"
          + " rate."
    },
    footer = {
      "",
      "Example:",
      "  plot-load service=load-1000000.json \"one ready array=load-ready.json\" --out load.png",
      "",
      "Exit codes: 0 done, 1 a file could not be read or written, 2 wrong options."
    })
public final class PlotLoadCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "plot-load";

  @Mixin private PictureOption picture = new PictureOption();

  @Mixin private Invocation invocation = new Invocation();

  @Parameters(
      paramLabel = "NAME=FILE",
      arity = "1..*",
      description = "Results, and what they are called in the picture; up to 6.")
  private Map<String, Path> files = new LinkedHashMap<>();

  private PlotLoadCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.ofFiles(new PlotLoadCommand());
  }

  @Override
  public Integer call() throws IOException {
    int most = LoadPlot.most();
    invocation
        .checks()
        .require(files.size() <= most, "NAME=FILE", "1 to " + most + " files", files.size());
    Map<String, LoadReport> reports = new LinkedHashMap<>();
    for (Map.Entry<String, Path> each : files.entrySet()) {
      reports.put(
          each.getKey(),
          JsonFile.read(each.getValue(), LoadReport.class, "results of a load test"));
    }
    picture.write(LoadPlot.of(reports));
    return CommandLine.ExitCode.OK;
  }
}
