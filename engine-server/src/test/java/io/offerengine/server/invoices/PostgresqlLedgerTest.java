package io.offerengine.server.invoices;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;
import org.junit.jupiter.api.Tag;

/** The contract of a ledger on PostgreSQL. */
@Tag("full")
class PostgresqlLedgerTest extends LedgerContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }
}
