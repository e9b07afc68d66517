package io.offerengine.server.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of the change log on SQLite. */
class SqliteChangeLogTest extends ChangeLogContract {
  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }
}
