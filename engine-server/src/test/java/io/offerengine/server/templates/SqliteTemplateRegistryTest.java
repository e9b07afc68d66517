package io.offerengine.server.templates;

import io.offerengine.server.store.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of templates on SQLite. */
class SqliteTemplateRegistryTest extends TemplateRegistryContract {
  @TempDir private Path directory;

  @Override
  Database openDatabase() {
    return Database.sqlite(directory);
  }
}
