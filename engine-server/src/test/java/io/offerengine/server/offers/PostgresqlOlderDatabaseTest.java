package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;

/** The contract of older databases on PostgreSQL. */
class PostgresqlOlderDatabaseTest extends OlderDatabaseContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
