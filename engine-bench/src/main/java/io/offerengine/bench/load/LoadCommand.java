package io.offerengine.bench.load;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.command.ResultsOption;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.report.JsonFile;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchBody;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8080/api/v0/bundles",
      description = "Where searches are posted (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private URI url;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      defaultValue = "${env:OFFER_ENGINE_API_KEY}",
      description = "The API key (default: the environment variable OFFER_ENGINE_API_KEY).")
  private @Nullable String key;

  @Mixin private MarketOptions market = new MarketOptions();

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

  @Option(names = "--gzip", description = "Asks for compressed responses.")
  private boolean gzip;

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
    List<byte[]> bodies = bodies();
    List<LoadLevel> levels = new ArrayList<>();
    for (int number : connections) {
      levels.add(measure(target, bodies, number));
    }
    LoadReport report =
        new LoadReport(
            new LoadReport.Settings(url.toString(), gzip, market.offers(), market.seed(), seconds),
            Surroundings.read(),
            levels);
    invocation.out().println(LoadTable.of(report));
    if (out.file().isPresent()) {
      JsonFile.write(report, out.file().get());
    }
    return CommandLine.ExitCode.OK;
  }

  private LoadTarget checkedTarget() {
    OptionChecks checks = invocation.checks();
    boolean isHttp = "http".equals(url.getScheme()) && url.getHost() != null;
    checks.require(isHttp, "--url", "http://HOST...", url);
    market.check(checks);
    for (int number : connections) {
      checks.require(number >= 1 && number <= 1_000, "--connections", "1 to 1000", number);
    }
    checks.require(share > 0 && share <= 1, "--share", "more than 0, up to 1", share);
    checks.requireTimes(seconds, warmUp);
    out.check(checks);
    if (key == null || key.isEmpty()) {
      throw checks.refusal("no API key was given: use --key KEY or set OFFER_ENGINE_API_KEY");
    }
    return new LoadTarget(url, key, gzip);
  }

  private List<byte[]> bodies() {
    OfferGenerator generator =
        new OfferGenerator(market.seed(), market.offers(), OfferGenerator.DEFAULT_NOW);
    return new MarketDraws(MarketTable.of(generator), market.seed(), List.of(SearchClass.Q2))
        .searches(SearchClass.Q2).stream().map(SearchBody::of).toList();
  }

  private LoadLevel measure(LoadTarget target, List<byte[]> bodies, int number)
      throws IOException, InterruptedException {
    List<ServerConnection> opened = new ArrayList<>();
    try {
      for (int i = 0; i < number; i++) {
        opened.add(ServerConnection.open(target));
      }
      LoadRun run = new LoadRun(opened, bodies);
      run.backToBack(warmUp);
      Measured flatOut = run.backToBack(seconds);
      double rate = flatOut.rate() * share;
      return new LoadLevel(number, flatOut, rate, run.paced(rate, seconds));
    } finally {
      for (ServerConnection each : opened) {
        each.close();
      }
    }
  }
}
