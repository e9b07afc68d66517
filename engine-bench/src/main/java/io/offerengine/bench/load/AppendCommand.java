package io.offerengine.bench.load;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.load.Load.Exchange;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.log.DurableEngine;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that measures how fast members append to the log of a database and follow it. */
@Command(
    name = AppendCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Fills the log of an empty database with a made-up market, loads all offers into the engines"
          + " of some members, and lets writers change prices. Prints the time of each load, the"
          + " batches and offers a second, how long an append took, and how long after an append"
          + " its batch was visible at each member.",
      "Members are engines in this process, each with its own connections and threads."
    },
    footer = {
      "",
      "Example:",
      "  java -jar benchmarks.jar append --database jdbc:postgresql:… --batch 100 --members 3",
      "",
      "Exit codes: 0 done, 1 the database failed, 2 wrong options."
    })
public final class AppendCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "append";

  private static final double WARM_UP_SHARE = 1 / 3.0;

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "An empty PostgreSQL database (default: SQLite in a new directory, for one member).")
  private @Nullable String database;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1",
      description = "Offers that a batch changes, 1 to 5000 (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--members",
      paramLabel = "N",
      defaultValue = "1",
      description = "Members that follow and append, 1 to 8 (default: ${DEFAULT-VALUE}).")
  private int members;

  @Option(
      names = "--writers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Writers of each member, 1 to 64 (default: ${DEFAULT-VALUE}).")
  private int writers;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description =
          "How long to write, up to 3600; a third of it more before is the warm-up"
              + " (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Mixin private Invocation invocation = new Invocation();

  private final Histogram delays = new ConcurrentHistogram(3);

  private AppendCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new AppendCommand(),
        Exception.class,
        problem -> "The appends failed: " + problem.getMessage());
  }

  @Override
  public Integer call() throws Exception {
    check();
    List<Member> all = new ArrayList<>();
    try {
      for (int i = 0; i < members; i++) {
        long start = System.nanoTime();
        Member member = open();
        all.add(member);
        String done = member.engine.isFilled() ? "stored" : "loaded";
        double took = (System.nanoTime() - start) / 1e9;
        print("%s %d offers: %.2f s", done, member.engine.snapshot().size(), took);
      }
      long[] ids =
          StreamSupport.stream(market.generator().spliterator(), false)
              .mapToLong(Offer::id)
              .toArray();
      Load writing = new Load(exchanges(all, ids));
      writing.backToBack(seconds * WARM_UP_SHARE);
      delays.reset();
      Measured appends = writing.backToBack(seconds);
      print("%.0f batches/s, %.0f offers/s", appends.rate(), appends.rate() * batch);
      print("append p50 %.2f ms, p99 %.2f ms", appends.p50() / 1e3, appends.p99() / 1e3);
      Measured visible = Measured.of(delays, 0, seconds);
      print(
          "visible at a member after p50 %.2f ms, p99 %.2f ms",
          visible.p50() / 1e3, visible.p99() / 1e3);
    } finally {
      all.forEach(Member::close);
    }
    invocation.out().println(Surroundings.read().atEnd().lines());
    return CommandLine.ExitCode.OK;
  }

  private void check() {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    checks.require(batch >= 1 && batch <= 5_000, "--batch", "1 to 5000", batch);
    checks.require(members >= 1 && members <= 8, "--members", "1 to 8", members);
    checks.require(database != null || members == 1, "--members", "1 without --database", members);
    checks.require(writers >= 1 && writers <= 64, "--writers", "1 to 64", writers);
    checks.requireTimes(seconds, 0);
  }

  /** An engine on the log, with its connections. */
  private record Member(Database database, DurableEngine engine) {
    void close() {
      engine.close();
      database.close();
    }
  }

  /** Opens a member; the first one stores the market. */
  private Member open() throws IOException {
    Database opened =
        database == null
            ? Database.sqlite(Files.createTempDirectory("append"))
            : Database.postgresql(database);
    try {
      return new Member(
          opened,
          DurableEngine.builder(MarketplaceSchema.schema(), opened.log())
              .firstOffers(() -> market.generator().iterator())
              .open());
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private List<Exchange> exchanges(List<Member> all, long[] ids) {
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < members * writers; i++) {
      Member member = all.get(i % members);
      Random random = new Random(market.seed() + i);
      exchanges.add(() -> append(member, all, prices(ids, random)));
    }
    return exchanges;
  }

  private long append(Member member, List<Member> all, OfferBatch prices) throws IOException {
    long version;
    try {
      version = member.engine.apply(prices);
    } catch (LogUnavailableException e) {
      throw new IOException(e);
    }
    long appended = System.nanoTime();
    for (Member each : all) {
      var unused =
          each.engine
              .reached(version)
              .thenRun(() -> delays.recordValue(Math.max(0, System.nanoTime() - appended)));
    }
    return 0;
  }

  private OfferBatch prices(long[] ids, Random random) {
    OfferBatch.Builder prices = OfferBatch.builder();
    for (int i = 0; i < batch; i++) {
      OfferChanges price =
          OfferChanges.builder(MarketplaceSchema.schema())
              .set(MarketplaceSchema.DPH_BASE, 0.1 + random.nextInt(1_000) / 100.0)
              .build();
      prices.update(ids[random.nextInt(ids.length)], price);
    }
    return prices.build();
  }

  @SuppressWarnings("AnnotateFormatMethod") // the formats are written here
  private void print(String format, Object... values) {
    invocation.out().println(String.format(Locale.ROOT, format, values));
    invocation.out().flush();
  }
}
