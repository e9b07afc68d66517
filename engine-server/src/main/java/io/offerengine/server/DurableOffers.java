package io.offerengine.server;

import io.offerengine.json.OfferReader;
import io.offerengine.log.DurableEngine;
import io.offerengine.log.LogDamagedException;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.log.RestoredLogException;
import io.offerengine.log.UnusableLogException;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.alerts.LoggedChanges;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.LoadProgress;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.cli.StoreLocation;
import io.offerengine.server.cli.Version;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.market.OfferVersions;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offers in the log of a database, which this service appends to. On PostgreSQL other services
 * append, too, and each has all offers.
 */
final class DurableOffers extends ServiceOffers<DurableEngine> {
  private static final Logger LOG = LoggerFactory.getLogger(DurableOffers.class);

  /** How long a change waits for those of others. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final StoreLocation location;
  private final Database database;
  private final LoggedChanges changes;
  private final OfferVersions versions;

  /** Creates offers that are not loaded. */
  DurableOffers(StoreLocation location, ServeOptions options, Database database, Executor merges) {
    super(options, merges, DurableEngine::close);
    this.location = location;
    this.database = database;
    this.changes = new LoggedChanges(this::engine);
    this.versions =
        new OfferVersions(
            this,
            version -> engine().reached(version),
            () -> engine().status().age(),
            location.isShared() ? options.ageBound() : null);
  }

  @Override
  OfferVersions versions() {
    return versions;
  }

  @Override
  BatchWriter writer() {
    return this::apply;
  }

  private long apply(OfferBatch batch) {
    database.requireUsable();
    try {
      return engine().apply(batch, PATIENCE);
    } catch (LogUnavailableException e) {
      LOG.warn("A batch was not stored: {}", e.getMessage());
      if (e.getCause() instanceof SQLException failure) {
        database.logFailed(failure);
      }
      throw e;
    }
  }

  @Override
  WatchedLog changes() {
    return changes;
  }

  @Override
  void watch(Readiness readiness, ServiceMetrics metrics) {
    watchLog(() -> engine().status(), readiness, metrics);
    if (!database.isShared()) {
      readiness.add(database::problem);
    }
  }

  @Override
  Start load() throws InterruptedException {
    OfferSource first = options.offers().isSample() ? null : options.offers();
    String name = location.toString();
    Map<String, Long> skipped = new HashMap<>();
    if (first == null) {
      awaited(() -> open(null), name);
    } else {
      skipped.putAll(first.read(schema(), offers -> awaited(() -> open(offers), name)));
    }
    engine().skippedFields().forEach((field, n) -> skipped.merge(field, n, Long::sum));
    return new Start(snapshot().size(), skipped, name, engine().isFilled() ? null : first);
  }

  private DurableEngine open(@Nullable Supplier<OfferReader> first) {
    try (LoadProgress progress = new LoadProgress()) {
      DurableEngine.Builder log =
          DurableEngine.builder(schema(), database.log())
              .engine(options.engine().listener(changes))
              .mergeExecutor(merges)
              .progress(progress::show)
              .build(Version.text());
      if (options.savedOffers() != null) {
        log.directory(options.savedOffers());
      }
      if (first != null) {
        log.firstOffers(first);
      }
      return log.open();
    } catch (RestoredLogException e) {
      throw failure(e.getMessage() + "; bring the right one back, or run accept-restore");
    } catch (LogDamagedException e) {
      throw failure(e.getMessage() + "; restore the database from a copy");
    } catch (UnusableLogException e) {
      throw failure(e.getMessage());
    }
  }

  private CommandFailure failure(@Nullable String problem) {
    return new CommandFailure(ExitCode.DATABASE, location + ": " + problem);
  }
}
