package io.offerengine.server.templates;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.store.Database;
import org.junit.jupiter.api.Tag;

/** The contract of templates on PostgreSQL. */
@Tag("full")
class PostgresqlConcurrentTemplatesTest extends ConcurrentTemplatesContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database openDatabase() {
    return Database.postgresql(url);
  }
}
