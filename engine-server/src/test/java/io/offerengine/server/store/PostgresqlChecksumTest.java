package io.offerengine.server.store;

/** The checksums of rows on PostgreSQL. */
class PostgresqlChecksumTest extends ChecksumContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
