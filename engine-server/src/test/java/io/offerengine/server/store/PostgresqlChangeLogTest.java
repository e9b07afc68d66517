package io.offerengine.server.store;

/** The contract of the change log on PostgreSQL. */
class PostgresqlChangeLogTest extends ChangeLogContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
