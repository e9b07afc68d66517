package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of saved offers on SQLite. */
class SqliteSavedOffersTest extends SavedOffersContract {
  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }
}
