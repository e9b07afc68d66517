package io.offerengine.bench.load;

import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.TimeKey;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Searches of one thread, with and without a thread that saves all offers, in turns.
 *
 * <p>Each save writes into an empty directory. A running service writes much less, since it writes
 * new segments only.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class SavesBesideSearches {
  private static final double NANOS = 1e9;
  private static final int DIGITS = 3;
  private static final long WARM_UP_NANOS = 5_000_000_000L;
  private static final long QUIET_NANOS = 3_000_000_000L;

  private final OfferEngine engine;
  private final Path folder;
  private final List<Query> queries;
  private int next;
  private long saveNanos;
  private long allocated;
  private @Nullable IOException failure;

  /**
   * Restores an engine.
   *
   * @param saved saved offers
   * @param folder where directories of further saves are made and deleted
   */
  SavesBesideSearches(Path saved, Path folder, List<Query> queries) throws IOException {
    this.engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(OfferGenerator.DEFAULT_NOW))
            .restore(saved);
    this.folder = folder;
    this.queries = queries;
  }

  /** Measures some turns, and describes them. */
  String measure(int turns) throws IOException, InterruptedException {
    Histogram quiet = new Histogram(DIGITS);
    Histogram beside = new Histogram(DIGITS);
    search(null, WARM_UP_NANOS, new Histogram(DIGITS));
    for (int turn = 0; turn < turns; turn++) {
      search(null, QUIET_NANOS, quiet);
      Path target = Files.createTempDirectory(folder, "save");
      Thread saving = new Thread(() -> save(target));
      saving.start();
      search(saving, Long.MAX_VALUE, beside);
      saving.join();
      delete(target);
      if (failure != null) {
        throw failure;
      }
    }
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return String.format(
        Locale.ROOT,
        "searches alone: p50 %.1f µs, p99 %.1f µs of %d%n"
            + "searches beside saves: p50 %.1f µs (%.2f times), p99 %.1f µs (%.2f times) of %d%n"
            + "a save of all: %.2f s, %.1f MB of heap allocated, %.1f MB of direct buffers held",
        micros(quiet, 50),
        micros(quiet, 99),
        quiet.getTotalCount(),
        micros(beside, 50),
        micros(beside, 50) / micros(quiet, 50),
        micros(beside, 99),
        micros(beside, 99) / micros(quiet, 99),
        beside.getTotalCount(),
        saveNanos / NANOS / turns,
        allocated / 1e6 / turns,
        direct / 1e6);
  }

  private static double micros(Histogram latencies, double percentile) {
    return latencies.getValueAtPercentile(percentile) / 1e3;
  }

  /** Searches for some time, or until a thread has ended. */
  private void search(@Nullable Thread until, long nanos, Histogram latencies) {
    long start = System.nanoTime();
    long now = start;
    while (until == null ? now - start < nanos : until.isAlive()) {
      long[] found = EnginePeer.ids(engine.snapshot().search(queries.get(next)));
      long end = System.nanoTime();
      if (found.length <= queries.get(next).limit()) {
        latencies.recordValue(end - now);
      }
      next = (next + 1) % queries.size();
      now = System.nanoTime();
    }
  }

  private void save(Path target) {
    com.sun.management.ThreadMXBean threads =
        ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);
    long before = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    try {
      engine.save(target, "benchmark");
    } catch (IOException e) {
      failure = e;
    }
    saveNanos += System.nanoTime() - start;
    allocated += threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static void delete(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
