package io.offerengine.server.market;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.store.Database;
import org.junit.jupiter.api.Tag;

/** The contract on PostgreSQL. */
@Tag("full")
class PostgresqlSavedSearchServiceTest extends SavedSearchServiceContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
