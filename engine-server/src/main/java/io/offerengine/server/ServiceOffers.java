package io.offerengine.server;

import io.offerengine.EngineStats;
import io.offerengine.OfferEngine;
import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import io.offerengine.server.ServeOptions.Topic;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.cli.StoreLocation;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.market.OfferVersions;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The offers of a running service: where they come from, and how they change. There are none before
 * {@link #load}.
 *
 * <p><b>Threads.</b> Searches, versions, the writer and the changes are safe for all. The rest is
 * confined to the command's thread, except for {@link #close}.
 */
abstract class ServiceOffers implements SearchableOffers, AutoCloseable {
  /** How long a start waits for a database or a broker that can't be reached. */
  private static final Duration START_PATIENCE = Duration.ofSeconds(30);

  private static final long RETRY_MILLIS = 200;

  /** What searches see before the offers are loaded. */
  private final OfferEngine none = OfferEngine.builder(MarketplaceSchema.schema()).build();

  /**
   * The offers at the start.
   *
   * @param offers how many there are
   * @param skippedFields how often each unknown field was skipped
   * @param source where they come from, for people
   * @param skippedFile a given file that was not read; null for none
   */
  record Start(
      long offers,
      Map<String, Long> skippedFields,
      String source,
      @Nullable OfferSource skippedFile) {}

  /** Returns the offers of a service; they are not loaded. */
  static ServiceOffers of(ServeOptions options, Database database, Executor merges) {
    Topic topic = options.topic();
    if (topic != null) {
      return new TopicOffers(topic, options, database, merges);
    }
    StoreLocation location = options.store();
    return location == null
        ? new MemoryOffers(options, database, merges)
        : new DurableOffers(location, options, database, merges);
  }

  /** Returns the loaded offers; null before there are any. */
  abstract @Nullable SearchableOffers loaded();

  /** Returns the versions that searches see. */
  abstract OfferVersions versions();

  /** Returns what changes the offers. */
  abstract BatchWriter writer();

  /** Returns the changes of the offers for alerts. */
  abstract WatchedLog changes();

  /** Returns routes that change offers, as this service answers them. */
  List<Route> changing(List<Route> routes) {
    return routes;
  }

  /** Adds what the service may lose, and figures. */
  abstract void watch(Readiness readiness, ServiceMetrics metrics);

  /**
   * Loads all offers; returns when searches can see them.
   *
   * @throws CommandFailure if they can't be read
   */
  abstract Start load() throws InterruptedException;

  @Override
  public Schema schema() {
    return MarketplaceSchema.schema();
  }

  @Override
  public Snapshot snapshot() {
    return searchable().snapshot();
  }

  @Override
  public EngineStats stats() {
    return searchable().stats();
  }

  private SearchableOffers searchable() {
    return Objects.requireNonNullElse(loaded(), none);
  }

  /** Closes the engine, and saves what lasts. Later calls do nothing. */
  @Override
  public abstract void close();

  /**
   * Opens something that may not be reachable yet.
   *
   * @param opening returns it, or null if it can't be reached
   * @param name its name for people
   */
  static <T> T awaited(Supplier<@Nullable T> opening, String name) throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      T opened = opening.get();
      if (opened != null) {
        return opened;
      }
      if (System.nanoTime() - start > START_PATIENCE.toNanos()) {
        throw new CommandFailure(ExitCode.DATABASE, name + " can't be reached");
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }
}
