package io.offerengine.bench.load;

import io.offerengine.OfferEngine;
import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.SearchBody;
import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
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
    delete(saved());
    // Made before the service starts: the first search should come as soon as it is ready.
    OfferGenerator drawnFrom =
        new OfferGenerator(market.seed(), DRAWN_FROM, OfferGenerator.DEFAULT_NOW);
    List<DrawnSearch> searches = LoadCommand.searches(drawnFrom, market.seed());
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
      measureSaves(queries);
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

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  private void measureSearches(MeasuredService service, List<byte[]> bodies)
      throws IOException, InterruptedException {
    try (Connections connection = Connections.open(service.target(), 1)) {
      Load load = connection.sending(bodies);
      Measured unmeasured = load.paced(rate, EARLY_AFTER_SECONDS).all();
      Measured early = load.paced(rate, MEASURED_SECONDS).all();
      Measured between = load.paced(rate, late - EARLY_AFTER_SECONDS - MEASURED_SECONDS).all();
      Measured later = load.paced(rate, MEASURED_SECONDS).all();
      print("searches from 0 to 2 s: %s", describe(unmeasured));
      print("searches from 2 to 5 s: %s", describe(early));
      print("searches from 5 to %.0f s: %s", late, describe(between));
      print("searches from %.0f s on: %s", late, describe(later));
      print("p50 from 2 to 5 s is %.2f times the last one", early.p50() / later.p50());
    }
  }

  /**
   * Searches in this process with one thread, alone and beside saves of all offers, in turns. Each
   * save writes into an empty directory; a running service writes new segments only.
   */
  private void measureSaves(List<Query> queries) throws IOException, InterruptedException {
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(OfferGenerator.DEFAULT_NOW))
            .restore(saved())) {
      Iterator<Query> next = Stream.generate(() -> queries).flatMap(List::stream).iterator();
      Load searches =
          new Load(List.of(() -> EnginePeer.ids(engine.snapshot().search(next.next())).length));
      searches.backToBack(2 * MEASURED_SECONDS);
      for (int turn = 0; turn < saves; turn++) {
        print("searches alone: %s", describe(searches.backToBack(MEASURED_SECONDS)));
        Path target = Files.createTempDirectory(data, "save");
        FutureTask<Double> save = new FutureTask<>(() -> save(engine, target));
        new Thread(save).start();
        print("searches beside a save: %s", describe(searches.until(save::isDone)));
        print("a save of all: %.2f s", get(save));
        delete(target);
      }
    }
  }

  private static double save(OfferEngine engine, Path target) throws IOException {
    long start = System.nanoTime();
    engine.save(target, "benchmark");
    return (System.nanoTime() - start) / 1e9;
  }

  private static double get(FutureTask<Double> save) throws IOException, InterruptedException {
    try {
      return save.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
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
