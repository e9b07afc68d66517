package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of older databases on SQLite. */
class SqliteOlderDatabaseTest extends OlderDatabaseContract {
  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }
}
