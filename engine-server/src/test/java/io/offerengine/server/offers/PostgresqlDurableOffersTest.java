package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;

/** The contract of durable offers on PostgreSQL. */
class PostgresqlDurableOffersTest extends DurableOffersContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
