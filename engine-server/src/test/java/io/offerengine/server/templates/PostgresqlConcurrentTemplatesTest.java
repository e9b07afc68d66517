package io.offerengine.server.templates;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;

/** Templates in PostgreSQL. */
class PostgresqlConcurrentTemplatesTest extends ConcurrentTemplatesContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database openDatabase() {
    return Database.postgresql(url);
  }
}
