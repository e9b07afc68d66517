package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.cli.OfferOptions;
import io.offerengine.server.cli.StoreOptions;
import io.offerengine.server.cli.Version;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.market.OfferVersions;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.offers.DurableOffers;
import io.offerengine.server.offers.SavedOffers;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.Ownership;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The offers of a service that owns its database, or that has none: the engine is changed first of
 * all by this service, and its journal stores the changes.
 */
final class OwnOffers implements ServiceOffers {
  private final Database database;
  private final OfferOptions options;
  private final StoreOptions storeOptions;

  /** Null if nothing lasts. */
  private final @Nullable DurableOffers durable;

  private final OfferEngine engine;

  /** The files of the offers; null if there are none. */
  private final @Nullable SavedOffers saved;

  private final @Nullable SaveThread saves;
  private boolean isClosed;

  /**
   * Creates an engine without offers.
   *
   * @param files the directory of saved offers; null for none
   */
  OwnOffers(
      OfferEngine.Builder builder,
      ServiceStore store,
      OfferOptions options,
      StoreOptions storeOptions,
      @Nullable Path files) {
    this.database = store.database();
    this.options = options;
    this.storeOptions = storeOptions;
    DurableOffers stored =
        store.isLasting() ? new DurableOffers(database, MarketplaceSchema.schema()) : null;
    durable = stored;
    if (stored != null) {
      builder.journal(stored).listener(stored);
    }
    engine = builder.build();
    saved =
        stored == null || files == null
            ? null
            : new SavedOffers(files, stored::canCatchUp, Version.text());
    saves =
        stored == null || saved == null ? null : new SaveThread(() -> saved.save(engine, stored));
  }

  @Override
  public OfferEngine engine() {
    return engine;
  }

  @Override
  public OfferVersions versions() {
    return OfferVersions.of(engine);
  }

  @Override
  public BatchWriter writer() {
    return engine::apply;
  }

  @Override
  public void watch(Readiness readiness, ServiceMetrics metrics) {
    Ownership ownership = database.ownership();
    if (ownership != null) {
      readiness.add(ownership::problem);
    }
  }

  @Override
  public Start load() {
    if (durable == null) {
      return new Start(
          options.source().loadInto(engine, options.duplicates()),
          options.source().toString(),
          null);
    }
    StoredMarket market = new StoredMarket(database, durable, saved, storeOptions.describe());
    Start start =
        new Start(
            market.loadInto(engine, options.givenFile(), options.duplicates()),
            storeOptions.describe(),
            market.isFileSkipped() ? options.givenFile() : null);
    if (saves != null) {
      saves.start();
    }
    return start;
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    engine.close();
    if (saves != null) {
      saves.close();
    }
  }
}
