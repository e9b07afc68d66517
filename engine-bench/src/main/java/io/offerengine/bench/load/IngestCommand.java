package io.offerengine.bench.load;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.json.OfferCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that measures how fast a service stores offers. */
@Command(
    name = IngestCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Starts the service on an empty database and sends all offers of a made-up market by"
          + " PUT /admin/offers?batch=N, round after round. The first round inserts the offers, the"
          + " others replace them. Prints the offers a second of each round."
    },
    footer = {
      "",
      "Example:",
      "  java -jar benchmarks.jar ingest --offers 50000 --batch 1000 --java -Xmx1g",
      "",
      "Exit codes: 0 done, 1 the service failed, 2 wrong options."
    })
public final class IngestCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "ingest";

  private static final int MOST_CONNECTIONS = 4;

  @Mixin private MarketOptions market = new MarketOptions();

  @Mixin private ServiceOptions service = new ServiceOptions();

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Offers in a batch, 1 to 100000 (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "1",
      description = "Requests at once, 1 to 4 (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often all offers are sent, 1 to 100 (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The parent of the database's directory (default: the temporary directory).")
  private @Nullable Path data;

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = "An empty PostgreSQL database, in place of SQLite.")
  private @Nullable String database;

  @Mixin private Invocation invocation = new Invocation();

  private IngestCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new IngestCommand(),
        IOException.class,
        problem -> "The ingest failed: " + problem.getMessage());
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    List<byte[]> bodies = bodies();
    Path folder =
        data == null ? Files.createTempDirectory("ingest") : Files.createTempDirectory(data, "in");
    String[] store =
        database == null
            ? new String[] {"--data", folder.toString()}
            : new String[] {"--database", database, "--secret-file", folder.resolve("s") + ""};
    try (MeasuredService started = service.start(store);
        Connections opened = Connections.open(target(started), connections)) {
      Load sending = opened.sending(bodies);
      for (int round = 1; round <= rounds; round++) {
        double bodiesPerSecond = sending.once().rate();
        invocation
            .out()
            .println(
                String.format(
                    Locale.ROOT,
                    "round %d: %.0f offers/s",
                    round,
                    market.offers() * bodiesPerSecond / connections));
        invocation.out().flush();
      }
      double unused = started.stop();
    }
    invocation.out().println("in " + folder + "\n" + Surroundings.read().atEnd().lines());
    return CommandLine.ExitCode.OK;
  }

  private void check() {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    checks.require(batch >= 1 && batch <= 100_000, "--batch", "1 to 100000", batch);
    boolean isFew = connections >= 1 && connections <= MOST_CONNECTIONS;
    checks.require(isFew, "--connections", "1 to 4", connections);
    checks.require(rounds >= 1 && rounds <= 100, "--rounds", "1 to 100", rounds);
    service.check(checks);
  }

  private LoadTarget target(MeasuredService service) {
    URI offers = service.address("/admin/offers?batch=" + batch);
    String key = MeasuredService.KEY;
    return new LoadTarget("PUT", offers, "application/x-ndjson", key, false, "\"success\":true");
  }

  /** Returns the lines of the offers, a body for each connection. */
  private List<byte[]> bodies() throws IOException {
    OfferCodec codec = new OfferCodec(MarketplaceSchema.schema());
    List<ByteArrayOutputStream> texts = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      texts.add(new ByteArrayOutputStream());
    }
    int next = 0;
    for (Iterator<Offer> offers = market.generator().iterator(); offers.hasNext(); ) {
      codec.writeLines(List.of(offers.next()).iterator(), texts.get(next));
      next = (next + 1) % connections;
    }
    return texts.stream().map(ByteArrayOutputStream::toByteArray).toList();
  }
}
