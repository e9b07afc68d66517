package io.offerengine.server.keys;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.store.Database;
import org.junit.jupiter.api.Tag;

/** The contract of keys on PostgreSQL. */
@Tag("full")
class PostgresqlKeyRegistryTest extends KeyRegistryContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
