package io.offerengine.bench.load;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchBody;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that measures restarts of the service, from its database and from saved offers. */
@Command(
    name = RestartCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Starts the service on a database of made-up offers: once from the database, then"
          + " several times from the files that the stop before saved. Prints the time until"
          + " /readyz answers 200, and latencies of searches two seconds after that and later.",
      "The database is made in --data if there is none, which takes long for millions of offers."
    },
    footer = {
      "",
      "Example:",
      "  java -Xmx3g -jar benchmarks.jar restart --offers 1000000 --data /var/tmp/million \\",
      "    --java -Xmx3g --saves 3",
      "",
      "Exit codes: 0 done, 1 the service failed, 2 wrong options."
    })
public final class RestartCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "restart";

  /** Searches are drawn from a market of this size, since a table of large ones takes gigabytes. */
  private static final int DRAWN_FROM = 20_000;

  private static final double EARLY_AFTER_SECONDS = 2;
  private static final double MEASURED_SECONDS = 3;

  @Mixin private MarketOptions market = new MarketOptions();

  @Mixin private ServiceOptions service = new ServiceOptions();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "The directory of the database and of the saved offers.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path data;

  @Option(
      names = "--starts",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often it starts from saved offers, 1 to 100 (default: ${DEFAULT-VALUE}).")
  private int starts;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "500",
      description = "Searches a second after the last start (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--late",
      paramLabel = "S",
      defaultValue = "60",
      description = "When later latencies are measured, up to 3600 (default: ${DEFAULT-VALUE}).")
  private double late;

  @Option(
      names = "--saves",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "How often all offers are saved beside searches in this process, whose heap must have room"
            + " for them, 0 to 100 (default: ${DEFAULT-VALUE})."
      })
  private int saves;

  @Mixin private Invocation invocation = new Invocation();

  private RestartCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new RestartCommand(),
        IOException.class,
        problem -> "The restart failed: " + problem.getMessage());
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    fill();
    deleteSavedOffers();
    // Made before the service starts: the first search should come as soon as it is ready.
    List<DrawnSearch> searches = searches();
    List<byte[]> bodies = searches.stream().map(SearchBody::of).toList();
    try (MeasuredService started = start()) {
      print("ready from the database: %.2f s", started.readySeconds());
      print("stop, which saves all offers: %.2f s", started.stop());
    }
    for (int start = 1; start <= starts; start++) {
      try (MeasuredService started = start()) {
        print("ready from saved offers: %.2f s", started.readySeconds());
        if (start == starts) {
          measureSearches(started, bodies);
        }
        print("stop, with nothing to save: %.2f s", started.stop());
      }
    }
    if (saves > 0) {
      List<Query> queries = searches.stream().map(EnginePeer::query).toList();
      SavesBesideSearches measured = new SavesBesideSearches(saved(), data, queries);
      invocation.out().println(measured.measure(saves));
    }
    invocation.out().println(Surroundings.read().atEnd().lines());
    return CommandLine.ExitCode.OK;
  }

  private void check() {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    service.check(checks);
    checks.require(starts >= 1 && starts <= 100, "--starts", "1 to 100", starts);
    checks.require(saves >= 0 && saves <= 100, "--saves", "0 to 100", saves);
    checks.require(rate > 0, "--rate", "more than 0", rate);
    boolean isLate = late > EARLY_AFTER_SECONDS + MEASURED_SECONDS && late <= 3600;
    checks.require(isLate, "--late", "more than 5, up to 3600", late);
  }

  /** Stores the market in the database, if it is empty. */
  private void fill() {
    long start = System.nanoTime();
    try (Database database = Database.sqlite(data);
        DurableEngine engine =
            DurableEngine.builder(MarketplaceSchema.schema(), database.log())
                .firstOffers(() -> market.generator().iterator())
                .open()) {
      if (engine.isFilled()) {
        print(
            "stored %d offers: %.1f s",
            engine.snapshot().size(), (System.nanoTime() - start) / 1e9);
      }
    }
  }

  private MeasuredService start() throws IOException {
    return service.start("--data", data.toString());
  }

  private Path saved() {
    return data.resolve("saved-offers");
  }

  private void deleteSavedOffers() throws IOException {
    if (Files.exists(saved())) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(saved())) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
    }
  }

  private List<DrawnSearch> searches() {
    OfferGenerator drawnFrom =
        new OfferGenerator(market.seed(), DRAWN_FROM, OfferGenerator.DEFAULT_NOW);
    return new MarketDraws(MarketTable.of(drawnFrom), market.seed(), List.of(SearchClass.Q2))
        .searches(SearchClass.Q2);
  }

  private void measureSearches(MeasuredService service, List<byte[]> bodies)
      throws IOException, InterruptedException {
    try (ServerConnection connection = ServerConnection.open(service.target())) {
      LoadRun run = new LoadRun(List.of(connection), bodies);
      Measured unmeasured = run.paced(rate, EARLY_AFTER_SECONDS);
      Measured early = run.paced(rate, MEASURED_SECONDS);
      Measured between = run.paced(rate, late - EARLY_AFTER_SECONDS - MEASURED_SECONDS);
      Measured later = run.paced(rate, MEASURED_SECONDS);
      print("searches from 0 to 2 s: %s", describe(unmeasured));
      print("searches from 2 to 5 s: %s", describe(early));
      print("searches from 5 to %.0f s: %s", late, describe(between));
      print("searches from %.0f s on: %s", late, describe(later));
      print("p50 from 2 to 5 s is %.2f times the last one", early.p50() / later.p50());
    }
  }

  private static String describe(Measured measured) {
    return String.format(
        Locale.ROOT,
        "p50 %.0f µs, p99 %.0f µs of %d",
        measured.p50(),
        measured.p99(),
        measured.requests());
  }

  @SuppressWarnings("AnnotateFormatMethod") // the formats are written here
  private void print(String format, Object... values) {
    invocation.out().println(String.format(Locale.ROOT, format, values));
    invocation.out().flush();
  }
}
