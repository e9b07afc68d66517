package io.offerengine.server.templates;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;

/** The contract of templates on PostgreSQL. */
class PostgresqlConcurrentTemplatesTest extends ConcurrentTemplatesContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database openDatabase() {
    return Database.postgresql(url);
  }
}
