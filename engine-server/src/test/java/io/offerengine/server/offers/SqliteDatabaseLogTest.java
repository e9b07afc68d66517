package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of logs on SQLite. */
class SqliteDatabaseLogTest extends DatabaseLogContract {
  @TempDir private Path directory;

  @Override
  Database database() {
    return Database.sqlite(directory);
  }
}
