package io.offerengine.server;

import io.offerengine.EngineStats;
import io.offerengine.OfferEngine;
import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.log.LogStatus;
import io.offerengine.log.LogUnavailableException;
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
import io.offerengine.server.metrics.Figures;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offers of a running service: where they come from, and how they change. There are none before
 * {@link #load}.
 *
 * <p><b>Threads.</b> Searches, versions, the writer and the changes are safe for all. The rest is
 * confined to the command's thread, except for {@link #close}.
 *
 * @param <E> the engine that has the loaded offers
 */
abstract class ServiceOffers<E extends SearchableOffers>
    implements SearchableOffers, AutoCloseable {
  /** Has the name of the class that says where the offers come from. */
  private final Logger log = LoggerFactory.getLogger(getClass());

  /** How long a start waits for a database or a broker that can't be reached. */
  private static final Duration START_PATIENCE = Duration.ofSeconds(30);

  private static final long RETRY_MILLIS = 200;

  /** How far an engine is that is not open yet. */
  private static final LogStatus UNKNOWN =
      new LogStatus(0, 0, Duration.ZERO, true, null, null, null, false, 0, 0, 0, 0, 0);

  /** What searches see before the offers are loaded. */
  private final OfferEngine none = OfferEngine.builder(MarketplaceSchema.schema()).build();

  final ServeOptions options;

  /** Runs the merges of the engine. */
  final Executor merges;

  private final Consumer<E> closing;
  private volatile @Nullable E engine;

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

  /**
   * Creates offers that are not loaded.
   *
   * @param closing closes the engine
   */
  ServiceOffers(ServeOptions options, Executor merges, Consumer<E> closing) {
    this.options = options;
    this.merges = merges;
    this.closing = closing;
  }

  /** Returns the offers of a service; they are not loaded. */
  static ServiceOffers<?> of(ServeOptions options, Database database, Executor merges) {
    Topic topic = options.topic();
    if (topic != null) {
      return new TopicOffers(topic, options, database, merges);
    }
    StoreLocation location = options.store();
    return location == null
        ? new MemoryOffers(options, database, merges)
        : new DurableOffers(location, options, database, merges);
  }

  /** Notes the engine that has the loaded offers. */
  final E opened(E loaded) {
    engine = loaded;
    return loaded;
  }

  /** Returns the engine, which is loaded. */
  final E engine() {
    return Objects.requireNonNull(engine);
  }

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
    E loaded = engine;
    return loaded == null ? none : loaded;
  }

  /** Closes the engine, and saves what lasts. Later calls do nothing. */
  @Override
  public final void close() {
    E loaded = engine;
    if (loaded != null) {
      closing.accept(loaded);
    }
  }

  /** Lets {@code /readyz} and metrics tell how an engine follows a log or a topic. */
  final void watchLog(Supplier<LogStatus> status, Readiness readiness, ServiceMetrics metrics) {
    readiness.add(() -> engine == null ? null : unreadiness(status.get()));
    metrics.read(() -> Figures.of(engine == null ? UNKNOWN : status.get()));
  }

  /** Returns why the service is not ready, for operators; null if it is. */
  private @Nullable String unreadiness(LogStatus now) {
    if (now.restored() != null) {
      return "the log is not the one that this service followed, so changes are refused: "
          + now.restored()
          + "; bring the right one back, or run accept-restore";
    }
    if (now.isReloading()) {
      return "this service loads all offers again"
          + (now.failure() == null ? "" : ", after a failure: " + now.failure());
    }
    String problem = versions().problem();
    if (problem == null) {
      return null;
    }
    return problem
        + "; position "
        + now.version()
        + " of "
        + now.head()
        + contact(now)
        + (now.failure() == null ? "" : ", " + now.failure());
  }

  private static String contact(LogStatus status) {
    if (status.unreachableSince() != null) {
      return ", the log can't be reached since " + status.unreachableSince();
    }
    return status.lag() == 0 ? ", the log does not answer" : "";
  }

  /**
   * Opens the engine of a log or a topic that may not be reachable yet, and notes the engine.
   *
   * @param opening loads the offers
   * @param name the name of the log or the topic for people
   */
  final E awaited(Supplier<E> opening, String name) throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      try {
        return opened(opening.get());
      } catch (LogUnavailableException e) {
        log.warn("The offers can't be loaded yet: {}", e.getMessage());
      }
      if (System.nanoTime() - start > START_PATIENCE.toNanos()) {
        throw new CommandFailure(ExitCode.DATABASE, name + " can't be reached");
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }
}
