package io.offerengine.server.invoices;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;

/** The contract of a ledger on PostgreSQL. */
class PostgresqlLedgerTest extends LedgerContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
