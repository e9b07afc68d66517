package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;
import org.junit.jupiter.api.Tag;

/** The contract of saved offers on PostgreSQL. */
@Tag("full")
class PostgresqlSavedOffersTest extends SavedOffersContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
