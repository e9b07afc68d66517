package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;

/** The contract on PostgreSQL. */
class PostgresqlOfferHistoryTest extends OfferHistoryContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
