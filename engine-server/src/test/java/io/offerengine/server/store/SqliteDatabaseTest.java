package io.offerengine.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database in a file. */
class SqliteDatabaseTest extends DatabaseContract {
  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }

  @Test
  void open_survivesAPowerFailureByItsSettings() {
    try (Database database = open()) {
      assertThat(
              database.<String>read(connection -> {
                try (Statement statement = connection.createStatement()) {
                  return value(statement, "PRAGMA journal_mode")
                      + value(statement, "PRAGMA synchronous")
                      + value(statement, "PRAGMA page_size");
                }
              }))
          .isEqualTo("wal28192");
    }
  }

  @Test
  void open_ofAFileThatIsNoDatabase_isRefusedByName() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    Path file = Files.writeString(other.resolve("offer-engine.db"), "no database".repeat(100));
    assertThatThrownBy(() -> Database.sqlite(other))
        .isExactlyInstanceOf(UnusableDatabaseException.class)
        .hasMessageStartingWith(file + " can't be used: ")
        .hasMessageContaining("not a database");
    assertThat(file).hasContent("no database".repeat(100));
  }

  private static String value(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.getString(1);
    }
  }
}
