package io.offerengine.bench.load;

import io.offerengine.OfferEngine;
import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.Shard;
import io.offerengine.cluster.kafka.KafkaLog;
import io.offerengine.cluster.kafka.KafkaSettings;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.server.offers.DatabaseLog;
import io.offerengine.server.store.Database;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
      "Fills the log of an empty PostgreSQL database, or of new topics on Apache Kafka, with a"
          + " made-up market, loads all offers into"
          + " the engines of some members, and lets writers change prices. Prints the time of the"
          + " loads, the batches and offers a second, how long an append took, and how long after"
          + " an append its batch was visible at each member.",
      "Members are engines in this process, each with its own connections and thread. On Kafka the"
          + " first member alone appends, with the writers of all."
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

  private static final int FILL_BATCH = 5_000;

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(names = "--database", paramLabel = "URL", description = "An empty PostgreSQL database.")
  private @Nullable String database;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "A broker of Apache Kafka, in place of --database; makes new topics there.")
  private @Nullable String kafka;

  private final String topic = "append-" + System.currentTimeMillis();

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
      paramLabel = "N",
      defaultValue = "10",
      description = "How long to write, 1 to 600; a third more before counts as warm-up.")
  private int seconds;

  @Mixin private Invocation invocation = new Invocation();

  private final Histogram appends = new ConcurrentHistogram(2);
  private final Histogram delays = new ConcurrentHistogram(2);

  private AppendCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new AppendCommand(),
        ExecutionException.class,
        problem -> "The appends failed: " + problem.getMessage());
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    check();
    List<Member> all = new ArrayList<>();
    try {
      long[] ids = fill();
      for (int i = 0; i < members; i++) {
        long start = System.nanoTime();
        Member member = new Member(open());
        all.add(member);
        member.follower.reached(0).get();
        print(
            String.format(
                Locale.ROOT,
                "load of %d offers: %.2f s",
                ids.length,
                (System.nanoTime() - start) / 1e9));
      }
      write(all, ids, seconds / 3.0);
      appends.reset();
      delays.reset();
      double rate = write(all, ids, seconds);
      print(String.format(Locale.ROOT, "%.0f batches/s, %.0f offers/s", rate, rate * batch));
      print("append " + quantiles(appends));
      print("visible at a member after " + quantiles(delays));
    } finally {
      all.forEach(Member::close);
    }
    invocation.out().println(Surroundings.read().atEnd().lines());
    return CommandLine.ExitCode.OK;
  }

  private void check() {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    checks.require(
        (database == null) != (kafka == null),
        "--database",
        "either it or --kafka",
        "both or none");
    checks.require(batch >= 1 && batch <= 5_000, "--batch", "1 to 5000", batch);
    checks.require(members >= 1 && members <= 8, "--members", "1 to 8", members);
    checks.require(writers >= 1 && writers <= 64, "--writers", "1 to 64", writers);
    checks.require(seconds >= 1 && seconds <= 600, "--seconds", "1 to 600", seconds);
  }

  private void print(String line) {
    invocation.out().println(line);
    invocation.out().flush();
  }

  private static String quantiles(Histogram nanos) {
    return String.format(
        Locale.ROOT,
        "p50 %.2f ms, p99 %.2f ms",
        nanos.getValueAtPercentile(50) / 1e6,
        nanos.getValueAtPercentile(99) / 1e6);
  }

  /** Appends the offers of the market, and returns their identifiers. */
  private long[] fill() {
    try (Log filled = open()) {
      long[] ids = new long[market.offers()];
      OfferBatch.Builder open = OfferBatch.builder();
      Iterator<Offer> offers = market.generator().iterator();
      for (int i = 0; i < ids.length; i++) {
        Offer offer = offers.next();
        ids[i] = offer.id();
        open.upsert(offer);
        if (open.size() == FILL_BATCH || i == ids.length - 1) {
          filled.log().append(open.build());
          open = OfferBatch.builder();
        }
      }
      return ids;
    }
  }

  /** Lets all writers write for some time; returns the batches a second. */
  private double write(List<Member> all, long[] ids, double duration)
      throws ExecutionException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(members * writers);
    try {
      long start = System.nanoTime();
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < members * writers; i++) {
        Member member = all.get(kafka == null ? i % members : 0);
        Random random = new Random(market.seed() + i);
        running.add(threads.submit(() -> write(member, all, ids, random, start, duration)));
      }
      long count = 0;
      for (Future<Integer> each : running) {
        count += each.get();
      }
      return count / ((System.nanoTime() - start) / 1e9);
    } finally {
      threads.shutdown();
    }
  }

  private int write(
      Member member, List<Member> all, long[] ids, Random random, long start, double duration) {
    int count = 0;
    while ((System.nanoTime() - start) / 1e9 < duration) {
      OfferBatch prices = prices(ids, random);
      long began = System.nanoTime();
      long seq = member.log.log().append(prices).seq();
      long appended = System.nanoTime();
      appends.recordValue(appended - began);
      for (Member follower : all) {
        var unused =
            follower
                .follower
                .reached(seq)
                .thenRun(() -> delays.recordValue(Math.max(0, System.nanoTime() - appended)));
      }
      count++;
    }
    return count;
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

  private Log open() {
    if (kafka != null) {
      ChangeLog log =
          new KafkaLog(KafkaSettings.of(kafka, topic), MarketplaceSchema.schema(), topic);
      return new Log(log, log::close);
    }
    Database opened = Database.postgresql(Objects.requireNonNull(database));
    return new Log(new DatabaseLog(opened, MarketplaceSchema.schema()), opened::close);
  }

  /** A log with connections of its own. */
  private record Log(ChangeLog log, Runnable closing) implements AutoCloseable {
    @Override
    public void close() {
      closing.run();
    }
  }

  /** An engine that follows the log. */
  private static final class Member {
    final Log log;
    final OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build();
    final LogFollower follower;

    Member(Log log) {
      this.log = log;
      this.follower = new LogFollower(log.log(), engine, Shard.ALL);
      follower.start();
      if (log.log() instanceof KafkaLog kafkaLog) {
        kafkaLog.use(engine, follower);
      }
    }

    void close() {
      follower.close();
      engine.close();
      log.close();
    }
  }
}
