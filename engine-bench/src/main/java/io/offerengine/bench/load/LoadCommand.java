package io.offerengine.bench.load;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.command.ResultsOption;
import io.offerengine.bench.report.JsonFile;
import io.offerengine.bench.report.Surroundings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that puts load on a running server, and prints and stores the latencies. */
@Command(
    name = LoadCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Sends the typical searches (Q2) of a made-up market to a running server: for each number of"
          + " connections first as many as it answers, then a share of that at a steady rate. Paced"
          + " latencies count from the instant at which a request was to start.",
      "The server should hold the same market. Each number of connections takes the seconds of"
          + " --warm-up and twice those of --seconds."
    },
    footer = {
      "",
      "Example, the server on one core and the load on the other:",
      "  generate --offers 1000000 > market.ndjson",
      "  export OFFER_ENGINE_API_KEY=k",
      "  taskset -c 0 java -jar engine-server.jar serve --offers market.ndjson",
      "  taskset -c 1 java -jar benchmarks.jar load --offers 1000000",
      "",
      "Exit codes: 0 done, 1 a request failed, 2 wrong options."
    })
public final class LoadCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "load";

  @Mixin private TargetOptions server = new TargetOptions();

  @Option(
      names = "--connections",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,4,8,16,32,64",
      description = "Numbers of connections, 1 to 1000 each (default: ${DEFAULT-VALUE}).")
  private List<Integer> connections = List.of();

  @Option(
      names = "--share",
      paramLabel = "SHARE",
      defaultValue = "0.5",
      description =
          "The paced rate as a share of the maximum, up to 1 (default: ${DEFAULT-VALUE}).")
  private double share;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "Time for each of both runs (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "5",
      description = "Time before both (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Mixin private ResultsOption out = new ResultsOption();

  @Mixin private Invocation invocation = new Invocation();

  private LoadCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new LoadCommand(),
        IOException.class,
        problem -> "A request failed: " + problem.getMessage());
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    LoadTarget target = checkedTarget();
    List<byte[]> bodies = server.searches();
    List<LoadLevel> levels = new ArrayList<>();
    for (int number : connections) {
      levels.add(measure(target, bodies, number));
    }
    LoadReport report = new LoadReport(server.settings(seconds), Surroundings.read(), levels);
    invocation.out().println(LoadTable.of(report));
    if (out.file().isPresent()) {
      JsonFile.write(report, out.file().get());
    }
    return CommandLine.ExitCode.OK;
  }

  private LoadTarget checkedTarget() {
    OptionChecks checks = invocation.checks();
    server.check(checks);
    for (int number : connections) {
      checks.require(number >= 1 && number <= 1_000, "--connections", "1 to 1000", number);
    }
    checks.require(share > 0 && share <= 1, "--share", "more than 0, up to 1", share);
    checks.requireTimes(seconds, warmUp);
    out.check(checks);
    return server.target(checks);
  }

  private LoadLevel measure(LoadTarget target, List<byte[]> bodies, int number)
      throws IOException, InterruptedException {
    try (ServerConnections opened = ServerConnections.open(target, number)) {
      LoadRun run = new LoadRun(opened.all(), bodies);
      run.backToBack(warmUp);
      Measured flatOut = run.backToBack(seconds);
      double rate = flatOut.rate() * share;
      return new LoadLevel(number, flatOut, rate, run.paced(rate, seconds));
    }
  }
}
