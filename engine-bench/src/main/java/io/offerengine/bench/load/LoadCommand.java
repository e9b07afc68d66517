package io.offerengine.bench.load;

import static io.offerengine.bench.load.Load.Outcome.micros;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.bench.command.MarketCommand;
import io.offerengine.bench.command.Surroundings;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchBody;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that puts load on a running server, and prints the latencies. */
@Command(
    name = "load",
    description = {
      "Sends the typical searches (Q2) of a made-up market to a running server: for each number of"
          + " connections first as many as it answers, then shares of that at a steady rate. Paced"
          + " requests start at instants that do not depend on the answers, and latencies count"
          + " from these instants.",
      "The server should hold the same market. Each number of connections takes the seconds of"
          + " --warm-up, and those of --seconds once and for each share."
    },
    footer = {
      "",
      "Example, the server on one core and the load on the other:",
      "  generate --offers 1000000 > market.ndjson",
      "  export OFFER_ENGINE_API_KEY=k",
      "  taskset -c 0 java -jar engine-server.jar serve --offers market.ndjson",
      "  taskset -c 1 java -jar benchmarks.jar load --offers 1000000",
      "More load than the server can answer, as it is found out by 32 connections:",
      "  load --saturating 32 --connections 512 --shares 0.5,2 --refusals --rounds 5 --seconds 60",
      "",
      "Exit codes: 0 done, 1 a request failed or was refused, 2 wrong options."
    })
public final class LoadCommand extends MarketCommand {
  private static final int MOST = 1_000;
  private static final double MOST_SHARE = 10;
  private static final int MOST_ROUNDS = 100;
  private static final double MEGABYTE = 1e6;

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

  @Option(names = "--gzip", description = "Asks for compressed responses.")
  private boolean gzip;

  @Option(
      names = "--bodies",
      paramLabel = "FILE",
      description = "Other bodies, a line each (default: the typical searches of the market).")
  private @Nullable Path file;

  @Option(
      names = "--connections",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,4,8,16,32,64",
      description = "Numbers of connections, 1 to 1000 each (default: ${DEFAULT-VALUE}).")
  private List<Integer> connections = List.of();

  @Option(
      names = "--saturating",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Connections that find out how many requests the server answers, 1 to 1000; fewer than"
              + " it lets one key run at once (default: as many as --connections).")
  private int saturating;

  @Option(
      names = "--shares",
      paramLabel = "SHARE",
      split = ",",
      defaultValue = "0.5",
      description =
          "The paced rates as shares of the maximum, up to 10 (default: ${DEFAULT-VALUE}).")
  private List<Double> shares = List.of();

  @Option(
      names = "--refusals",
      description = "Counts refused requests instead of ending at the first one.")
  private boolean countsRefusals;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often all of it is done, 1 to 100 (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "Time for each run (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "5",
      description = "Time before them (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Override
  protected @Nullable String explain(Exception problem) {
    return problem instanceof IOException ? "A request failed: " + problem.getMessage() : null;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Connections.Target target = checkedTarget();
    List<byte[]> bodies = bodies();
    out().println("latencies in us from the instant at which a request was to start");
    out().println();
    out()
        .println(
            "| connections | maximum, 1/s | MB/s | its p50 / p99 | paced, 1/s | MB/s | p50 | p90 |"
                + " p99 | max | refused, 1/s | p50 |");
    out().println("|" + "---|".repeat(12));
    for (int round = 0; round < rounds; round++) {
      for (int number : connections) {
        measure(target, bodies, number);
      }
    }
    out()
        .printf(
            Locale.ROOT,
            "%n%s %s gzip, %s of %d offers, seed %d, %s s a run%n",
            url,
            gzip ? "with" : "without",
            file == null ? SearchClass.Q2 : file,
            offers(),
            seed(),
            seconds);
    out().println(Surroundings.lines(Surroundings.read(Runtime.getRuntime().maxMemory())));
    return CommandLine.ExitCode.OK;
  }

  private Connections.Target checkedTarget() {
    boolean isHttp = "http".equals(url.getScheme()) && url.getHost() != null;
    require(isHttp, "--url", "http://HOST...", url);
    requireMarket();
    for (int number : connections) {
      require(number >= 1 && number <= MOST, "--connections", "1 to 1000", number);
    }
    require(file == null || Files.isReadable(file), "--bodies", "a file of bodies", file);
    require(saturating >= 0 && saturating <= MOST, "--saturating", "1 to 1000", saturating);
    for (double share : shares) {
      require(share > 0 && share <= MOST_SHARE, "--shares", "more than 0, up to 10, each", share);
    }
    require(rounds >= 1 && rounds <= MOST_ROUNDS, "--rounds", "1 to 100", rounds);
    requireTimes(seconds, warmUp);
    if (key == null || key.isEmpty()) {
      throw refusal("no API key was given: use --key KEY or set OFFER_ENGINE_API_KEY");
    }
    return new Connections.Target(url, key, gzip);
  }

  /** Returns the bodies: the lines of the file, or the typical searches (Q2) of the market. */
  private List<byte[]> bodies() throws IOException {
    if (file != null) {
      return Files.readAllLines(file).stream().map(line -> line.getBytes(UTF_8)).toList();
    }
    return new MarketDraws(MarketTable.of(market(offers())), seed(), List.of(SearchClass.Q2))
        .searches(SearchClass.Q2).stream().map(SearchBody::of).toList();
  }

  /** Measures with a number of connections, and prints a row for each share. */
  private void measure(Connections.Target target, List<byte[]> bodies, int number)
      throws IOException, InterruptedException {
    Load.Outcome flatOut;
    try (Connections opened = Connections.open(target, saturating == 0 ? number : saturating)) {
      Load load = opened.sending(bodies);
      load.backToBack(warmUp);
      flatOut = load.backToBack(seconds);
    }
    for (double share : shares) {
      double rate = flatOut.rate(flatOut.accepted) * share;
      // The server closes connections that were idle during the other runs.
      try (Connections opened = Connections.open(target, number)) {
        Load.Outcome paced = opened.sending(bodies).paced(rate, seconds);
        out().println(row(number, flatOut, countsRefusals ? paced : paced.requireNoRefusal()));
      }
    }
  }

  private static String row(int number, Load.Outcome flatOut, Load.Outcome paced) {
    return String.format(
        Locale.ROOT,
        "| %d | %,.0f | %,.0f | %,.0f / %,.0f | %,.0f | %,.0f |" + " %,.0f |".repeat(6),
        number,
        flatOut.rate(flatOut.accepted),
        flatOut.bytesPerSecond() / MEGABYTE,
        micros(flatOut.accepted, 50),
        micros(flatOut.accepted, 99),
        paced.rate(paced.accepted),
        paced.bytesPerSecond() / MEGABYTE,
        micros(paced.accepted, 50),
        micros(paced.accepted, 90),
        micros(paced.accepted, 99),
        micros(paced.accepted, 100),
        paced.rate(paced.refused),
        micros(paced.refused, 50));
  }
}
