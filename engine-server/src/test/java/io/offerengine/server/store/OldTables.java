package io.offerengine.server.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Makes the tables of a database those of an earlier version of the service. */
public final class OldTables {
  private OldTables() {}

  /**
   * Undoes migrations.
   *
   * @param version the number of the last migration that remains, from 1
   */
  public static void revert(Database database, int version) {
    database.<Integer>write(connection -> {
      for (int undone = latest(connection); undone > version; undone--) {
        for (String sql : undoing(undone)) {
          execute(connection, sql);
        }
        execute(connection, "DELETE FROM flyway_schema_history WHERE version = '" + undone + "'");
      }
      return 0;
    });
  }

  private static int latest(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT MAX(CAST(version AS INTEGER)) FROM flyway_schema_history")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private static List<String> undoing(int version) {
    return switch (version) {
      case 9 ->
          List.of(
              "DROP INDEX alerts_by_version",
              "ALTER TABLE alert_state DROP COLUMN epoch",
              "ALTER TABLE alert_state DROP COLUMN held",
              "ALTER TABLE alert_state DROP COLUMN beats",
              "ALTER TABLE alert_state DROP COLUMN removed");
      case 8 ->
          List.of(
              "ALTER TABLE head DROP COLUMN previous", "ALTER TABLE changes DROP COLUMN previous");
      case 7 ->
          List.of(
              "DROP TABLE saved_searches",
              "DROP TABLE alerts",
              "DROP TABLE alert_state",
              "DROP INDEX templates_by_hash");
      case 6 -> List.of("DROP TABLE record_layouts");
      case 5 -> List.of("ALTER TABLE head DROP COLUMN batch");
      case 4 ->
          List.of(
              "DROP INDEX keys_by_user",
              "ALTER TABLE api_keys DROP COLUMN name",
              "ALTER TABLE api_keys DROP COLUMN permissions",
              "ALTER TABLE templates DROP COLUMN created");
      case 3 -> {
        List<String> statements = new ArrayList<>();
        for (CheckedTable table : CheckedTable.FIRST) {
          statements.add("ALTER TABLE " + table.table() + " DROP COLUMN checksum");
        }
        yield statements;
      }
      case 2 -> List.of("DROP TABLE changes", "DROP TABLE head");
      default ->
          throw new IllegalArgumentException(
              "how version " + version + " of the tables is undone is not known");
    };
  }
}
