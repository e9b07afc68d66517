package io.offerengine.server;

import io.offerengine.cluster.Position;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.offers.DatabaseLog;
import io.offerengine.server.offers.DurableOffers;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.Database;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The log in the database of the members, which every member writes. */
final class DatabaseMemberLog implements AutoCloseable {
  /**
   * What a first file of offers came to.
   *
   * @param skippedFields how often each unknown field was skipped
   * @param isFileSkipped whether the file was not read, since there were offers before
   */
  record Filled(Map<String, Long> skippedFields, boolean isFileSkipped) {}

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

  /** Returns the log. */
  DatabaseLog log() {
    return log;
  }

  /** Returns the name of the log for people. */
  String describe() {
    return location;
  }

  /** Returns whether the log has every change since a position. */
  boolean hasAllSince(Position position) {
    return stored.canCatchUp(new ChangeLog.Position(position.seq(), position.batch()));
  }

  /**
   * Fills the log by a file if it never had offers.
   *
   * @throws io.offerengine.server.cli.CommandFailure if an offer can't be read
   */
  Filled fill(@Nullable OfferSource first, Schema schema, DuplicatePolicy duplicates) {
    if (first == null) {
      return new Filled(Map.of(), false);
    }
    StoredMarket market = new StoredMarket(database, stored, null, location);
    Map<String, Long> skipped = market.fill(first, schema, duplicates);
    return new Filled(skipped, market.isFileSkipped());
  }

  /** Closes the log. The database stays open. */
  @Override
  public void close() {
    log.close();
  }
}
