package io.offerengine.server.alerts;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.store.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;

/** An engine whose offers are in the log of a database, and its changes for alerts. */
public final class WatchedEngine implements AutoCloseable {
  private final LoggedChanges changes;
  private final DurableEngine engine;

  private WatchedEngine(Database database, InstantSource clock, Iterator<Offer> first) {
    changes = new LoggedChanges(this::engine);
    DurableEngine.Builder builder =
        DurableEngine.builder(MarketplaceSchema.schema(), database.log())
            .engine(OfferEngine.builder(MarketplaceSchema.schema()).clock(clock).listener(changes))
            .mergeExecutor(Runnable::run);
    if (first != null) {
      builder.firstOffers(() -> first);
    }
    engine = builder.open();
  }

  /** Opens the log of a database. */
  public static WatchedEngine open(Database database, InstantSource clock) {
    return new WatchedEngine(database, clock, null);
  }

  /** Opens the log of a database that has no offers yet, and fills it. */
  static WatchedEngine filled(Database database, Iterator<Offer> offers) {
    return new WatchedEngine(database, InstantSource.fixed(Instant.EPOCH), offers);
  }

  /** Returns the engine. */
  public DurableEngine engine() {
    return engine;
  }

  /** Returns the changes for alerts. */
  public WatchedLog changes() {
    return changes;
  }

  /** Applies a batch, and returns the version that has it. */
  public long apply(OfferBatch batch) {
    return engine.apply(batch);
  }

  /** Returns the offers. */
  Snapshot snapshot() {
    return engine.snapshot();
  }

  @Override
  public void close() {
    engine.close();
  }
}
