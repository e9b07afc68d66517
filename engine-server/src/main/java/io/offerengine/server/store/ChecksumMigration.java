package io.offerengine.server.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;

/**
 * Version 3 of the tables: a checksum for each row of every {@link CheckedTable} that is older,
 * old rows included.
 *
 * <p>Flyway finds this class beside the scripts, and therefore the class is public.
 *
 * <p>Old rows are believed as they are: nothing tells whether they were damaged before.
 */
public final class ChecksumMigration implements JavaMigration {
  /** The tables that are older than the checksums. */
  private static final List<CheckedTable> TABLES =
      List.of(
          CheckedTable.USERS, CheckedTable.API_KEYS, CheckedTable.LEDGER, CheckedTable.TEMPLATES);

  @Override
  public MigrationVersion getVersion() {
    return MigrationVersion.fromVersion("3");
  }

  @Override
  public String getDescription() {
    return "checksums";
  }

  @Override
  public Integer getChecksum() {
    return 1;
  }

  @Override
  public boolean canExecuteInTransaction() {
    return true;
  }

  @Override
  public void migrate(Context context) throws SQLException {
    Connection connection = context.getConnection();
    for (CheckedTable table : TABLES) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("ALTER TABLE " + table.table() + " ADD COLUMN checksum BIGINT");
      }
      for (long id : numbers(connection, table)) {
        table.sealFirst(connection, id);
      }
    }
  }

  private static List<Long> numbers(Connection connection, CheckedTable table) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id FROM " + table.table())) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }
}
