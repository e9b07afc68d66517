package io.offerengine.server.alerts;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;

/** The contract on PostgreSQL. */
class PostgresqlAlertFaultsTest extends AlertFaultsContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
