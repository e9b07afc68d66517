package io.offerengine.server.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The checksums of rows on SQLite. */
class SqliteChecksumTest extends ChecksumContract {
  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }
}
