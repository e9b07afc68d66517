package io.offerengine.server.invoices;

import io.offerengine.server.store.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a ledger on SQLite. */
class SqliteLedgerTest extends LedgerContract {
  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }
}
