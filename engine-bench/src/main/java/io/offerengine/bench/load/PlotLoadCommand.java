package io.offerengine.bench.load;

import io.offerengine.bench.command.HelpOption;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws the results of load tests. */
@Command(
    name = PlotLoadCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Draws results that load --out wrote as one SVG picture: for each number of connections, what"
          + " each server answered in a second, and its median and 99th percentile at a steady"
          + " rate."
    },
    footer = {
      "",
      "Example:",
      "  plot-load service=load-1000000.json \"one ready array=load-ready.json\" --out load.svg",
      "",
      "Exit codes: 0 done, 1 a file could not be read or written, 2 wrong options."
    })
public final class PlotLoadCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "plot-load";

  @Parameters(
      paramLabel = "NAME=FILE",
      arity = "1..*",
      description = "Results, and what they are called in the picture; up to 6.")
  private Map<String, Path> files = new LinkedHashMap<>();

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

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private CommandSpec spec;

  private PlotLoadCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new PlotLoadCommand(),
        IOException.class,
        problem -> "A file could not be read or written: " + problem);
  }

  @Override
  public Integer call() throws IOException {
    OptionChecks checks = new OptionChecks(spec);
    checks.require(
        files.size() <= LoadPlot.most(),
        "NAME=FILE",
        "1 to " + LoadPlot.most() + " files",
        files.size());
    List<LoadSeries> all = new ArrayList<>();
    for (Map.Entry<String, Path> each : files.entrySet()) {
      all.add(LoadSeries.read(each.getKey(), each.getValue()));
    }
    Files.writeString(out, LoadPlot.of(all));
    return CommandLine.ExitCode.OK;
  }
}
