package io.offerengine.server.alerts;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.store.Database;
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
