package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.Position;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.http.Route;
import io.offerengine.server.offers.DatabaseLog;
import io.offerengine.server.offers.DurableOffers;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.Database;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The log in the database of the members, which every member writes. */
final class DatabaseMemberLog implements MemberLog {
  private final Database database;
  private final DurableOffers stored;
  private final DatabaseLog log;
  private final String location;

  /**
   * Opens the log of a database.
   *
   * @param location the name of the database for messages
   */
  DatabaseMemberLog(Database database, String location) {
    this.database = database;
    this.location = location;
    stored = new DurableOffers(database, MarketplaceSchema.schema());
    log = new DatabaseLog(database, MarketplaceSchema.schema());
  }

  @Override
  public DatabaseLog log() {
    return log;
  }

  @Override
  public String describe() {
    return location;
  }

  @Override
  public boolean hasAllSince(Position position) {
    return stored.canCatchUp(new ChangeLog.Position(position.seq(), position.batch()));
  }

  @Override
  public Filled fill(@Nullable OfferSource first, Schema schema, DuplicatePolicy duplicates) {
    if (first == null) {
      return new Filled(Map.of(), false);
    }
    StoredMarket market = new StoredMarket(database, stored, null, location);
    Map<String, Long> skipped = market.fill(first, schema, duplicates);
    return new Filled(skipped, market.isFileSkipped());
  }

  @Override
  public WatchedLog watched() {
    return WatchedLog.of(database, MarketplaceSchema.schema());
  }

  /** Does nothing: batches are worked out against the table of offers. */
  @Override
  public void followedBy(OfferEngine engine, LogFollower follower) {}

  @Override
  public List<Route> whereItIsWritten(List<Route> routes, LogFollower follower) {
    return routes;
  }

  /** Closes the log. The database stays open. */
  @Override
  public void close() {
    log.close();
  }
}
