package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;

/** The contract of logs on PostgreSQL. */
class PostgresqlDatabaseLogTest extends DatabaseLogContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database database() {
    return Database.postgresql(url);
  }
}
