package io.offerengine.bench.jmh;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Appends of price changes to the log of a database: how long one takes, and how many there are a
 * second. Members are engines in this process, each with its own connections and threads; each
 * thread of the benchmark writes to one of them.
 *
 * <p>{@code append} ends when the log has the batch, {@code appendAndSee} when each member shows
 * it.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar Appends -p database=jdbc:postgresql:URL -p
 * members=3 -t 3}, with an empty database
 */
@State(Scope.Benchmark)
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class Appends {
  /** An empty PostgreSQL database; or SQLite in a new directory, for one member. */
  @Param("SQLITE")
  public String database = "";

  /** Members that follow and append. */
  @Param("1")
  public int members;

  /** Offers that a batch changes. */
  @Param({"1", "100"})
  public int batch;

  /** Number of offers. */
  @Param("20000")
  public int offers;

  private final List<Database> databases = new ArrayList<>();
  private final List<DurableEngine> engines = new ArrayList<>();
  private long[] ids = {};

  /** What a thread writes. */
  @State(Scope.Thread)
  public static class Writer {
    private int thread;
    private SplittableRandom random = new SplittableRandom();

    /** Gives each thread a member, and prices of its own. */
    @Setup
    public void setUp(ThreadParams threads) {
      thread = threads.getThreadIndex();
      random = new SplittableRandom(thread);
    }
  }

  /** Opens the members; the first one stores the market. */
  @Setup
  public void setUp() throws IOException {
    OfferGenerator market = new OfferGenerator(1, offers);
    ids = new long[offers];
    int next = 0;
    for (Offer offer : market) {
      ids[next++] = offer.id();
    }
    for (int i = 0; i < members; i++) {
      Database opened =
          database.equals("SQLITE")
              ? Database.sqlite(Files.createTempDirectory("append"))
              : Database.postgresql(database);
      databases.add(opened);
      engines.add(
          DurableEngine.builder(MarketplaceSchema.schema(), opened.log())
              .firstOffers(market::iterator)
              .open());
    }
  }

  /** Closes the members. */
  @TearDown
  public void tearDown() {
    engines.forEach(DurableEngine::close);
    databases.forEach(Database::close);
  }

  /** Appends a batch. */
  @Benchmark
  public long append(Writer writer) {
    return engines.get(writer.thread % members).apply(prices(writer.random));
  }

  /** Appends a batch, and waits until each member shows it. */
  @Benchmark
  public long appendAndSee(Writer writer) {
    long version = append(writer);
    engines.forEach(engine -> engine.reached(version).join());
    return version;
  }

  private OfferBatch prices(SplittableRandom random) {
    OfferBatch.Builder prices = OfferBatch.builder();
    for (int i = 0; i < batch; i++) {
      prices.update(
          ids[random.nextInt(ids.length)],
          OfferChanges.builder(MarketplaceSchema.schema())
              .set(MarketplaceSchema.DPH_BASE, 0.1 + random.nextInt(1_000) / 100.0)
              .build());
    }
    return prices.build();
  }
}
