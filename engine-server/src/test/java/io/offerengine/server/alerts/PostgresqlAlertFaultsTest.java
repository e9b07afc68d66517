package io.offerengine.server.alerts;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;
import org.junit.jupiter.api.Tag;

/** The contract on PostgreSQL. */
@Tag("full")
class PostgresqlAlertFaultsTest extends AlertFaultsContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
