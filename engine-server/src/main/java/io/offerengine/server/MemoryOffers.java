package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.alerts.HeardChanges;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.market.OfferVersions;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import java.util.Map;
import java.util.concurrent.Executor;

/** The offers of a service that stores nothing: an engine in memory, filled by a file. */
final class MemoryOffers extends ServiceOffers<OfferEngine> {
  private final HeardChanges changes;

  /**
   * Creates offers that are not loaded.
   *
   * @param database has the saved searches
   */
  MemoryOffers(ServeOptions options, Database database, Executor merges) {
    super(options, merges, OfferEngine::close);
    this.changes = new HeardChanges(database, this, () -> true);
  }

  @Override
  OfferVersions versions() {
    return OfferVersions.of(this);
  }

  @Override
  BatchWriter writer() {
    return batch -> engine().apply(batch);
  }

  @Override
  WatchedLog changes() {
    return changes;
  }

  @Override
  void watch(Readiness readiness, ServiceMetrics metrics) {}

  @Override
  Start load() {
    OfferEngine opened = opened(options.engine().listener(changes).mergeExecutor(merges).build());
    OfferSource source = options.offers();
    Map<String, Long> skipped = source.loadInto(opened);
    return new Start(opened.snapshot().size(), skipped, source.toString(), null);
  }
}
