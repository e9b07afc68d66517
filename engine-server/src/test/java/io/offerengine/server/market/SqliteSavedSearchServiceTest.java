package io.offerengine.server.market;

import io.offerengine.server.store.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class SqliteSavedSearchServiceTest extends SavedSearchServiceContract {
  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }
}
