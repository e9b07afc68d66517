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

/** The command that sends a running server twice the requests that it can answer. */
@Command(
    name = OverloadCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Sends the typical searches (Q2) of a made-up market to a running server. Each round first"
          + " finds out how many the server answers in a second, then sends half of that rate, then"
          + " twice that rate. Requests start at instants that do not depend on the answers, and"
          + " latencies count from these instants.",
      "The server should hold the same market. A round takes three times the seconds of --seconds."
    },
    footer = {
      "",
      "Example, the server on one core and the load on the other:",
      "  generate --offers 20000 > market.ndjson",
      "  export OFFER_ENGINE_API_KEY=k",
      "  taskset -c 0 java -jar engine-server.jar serve --offers market.ndjson",
      "  taskset -c 1 java -jar benchmarks.jar overload --offers 20000 --gzip",
      "",
      "Exit codes: 0 done, 1 a request failed, 2 wrong options."
    })
public final class OverloadCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "overload";

  private static final int MOST_ROUNDS = 100;

  @Mixin private TargetOptions server = new TargetOptions();

  @Option(
      names = "--saturating",
      paramLabel = "N",
      defaultValue = "32",
      description =
          "Connections that find out how many requests the server answers, 1 to 1000; fewer than"
              + " it lets one key run at once (default: ${DEFAULT-VALUE}).")
  private int saturating;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "512",
      description =
          "Connections of the steady rates, 1 to 1000; so many that one is free for each request"
              + " (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of rounds, 1 to 100 (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "60",
      description = "Time for each of the three runs of a round (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "60",
      description = "Time before all rounds (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Mixin private ResultsOption out = new ResultsOption();

  @Mixin private Invocation invocation = new Invocation();

  private OverloadCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new OverloadCommand(),
        IOException.class,
        problem -> "A request failed: " + problem.getMessage());
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    LoadTarget target = checkedTarget();
    List<byte[]> bodies = server.searches();
    List<OverloadReport.Round> measured = new ArrayList<>();
    most(target, bodies, warmUp);
    for (int round = 1; round <= rounds; round++) {
      Measured most = most(target, bodies, seconds);
      Overload half = steady(target, bodies, most.rate() / 2);
      measured.add(new OverloadReport.Round(most, half, steady(target, bodies, most.rate() * 2)));
    }
    OverloadReport report =
        new OverloadReport(server.settings(seconds), Surroundings.read(), measured);
    invocation.out().println(report.table());
    if (out.file().isPresent()) {
      JsonFile.write(report, out.file().get());
    }
    return CommandLine.ExitCode.OK;
  }

  private Measured most(LoadTarget target, List<byte[]> bodies, double time)
      throws IOException, InterruptedException {
    try (ServerConnections few = ServerConnections.open(target, saturating)) {
      return new LoadRun(few.all(), bodies).backToBack(time);
    }
  }

  private Overload steady(LoadTarget target, List<byte[]> bodies, double rate)
      throws IOException, InterruptedException {
    // The server closes connections that were idle during the other runs.
    try (ServerConnections many = ServerConnections.open(target, connections)) {
      return new LoadRun(many.all(), bodies).overload(rate, seconds);
    }
  }

  private LoadTarget checkedTarget() {
    OptionChecks checks = invocation.checks();
    server.check(checks);
    requireConnections(checks, "--saturating", saturating);
    requireConnections(checks, "--connections", connections);
    checks.require(rounds >= 1 && rounds <= MOST_ROUNDS, "--rounds", "1 to 100", rounds);
    checks.requireTimes(seconds, warmUp);
    out.check(checks);
    return server.target(checks);
  }

  private static void requireConnections(OptionChecks checks, String option, int number) {
    checks.require(number >= 1 && number <= 1_000, option, "1 to 1000", number);
  }
}
