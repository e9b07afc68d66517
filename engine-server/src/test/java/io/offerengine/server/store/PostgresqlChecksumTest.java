package io.offerengine.server.store;

import io.offerengine.log.testing.PostgresqlServer;
import org.junit.jupiter.api.Tag;

/** The checksums of rows on PostgreSQL. */
@Tag("full")
class PostgresqlChecksumTest extends ChecksumContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
