package io.offerengine.server.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of checking one part of a database.
 *
 * @param part the name of a table, or {@code structure}
 * @param rows the number of rows; 0 for the structure
 * @param damages what is damaged, at most {@value #MOST_DAMAGES} of it; empty if nothing is
 */
public record DatabaseCheck(String part, long rows, List<String> damages) {
  /** How many damages of a part are reported. */
  static final int MOST_DAMAGES = 10;

  private static final int FETCHED_ROWS = 1_000;

  /** Checks whether the current row of a result is intact. */
  @FunctionalInterface
  private interface RowCheck {
    boolean isIntact(ResultSet row) throws SQLException;
  }

  /** Copies the damages. */
  public DatabaseCheck {
    damages = List.copyOf(damages);
  }

  /** Checks every part of a database. */
  static List<DatabaseCheck> all(Connection connection, Dialect dialect) throws SQLException {
    List<DatabaseCheck> checks = new ArrayList<>();
    if (dialect == Dialect.SQLITE) {
      checks.add(structure(connection));
    }
    for (CheckedTable table : CheckedTable.values()) {
      checks.add(rows(connection, table.table(), table.columns(), table::isIntact));
    }
    return checks;
  }

  private static DatabaseCheck structure(Connection connection) throws SQLException {
    List<String> damages = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA integrity_check(" + MOST_DAMAGES + ")")) {
      while (rows.next()) {
        String problem = rows.getString(1);
        if (!problem.equals("ok")) {
          damages.add(problem);
        }
      }
    }
    return new DatabaseCheck("structure", 0, damages);
  }

  private static DatabaseCheck rows(
      Connection connection, String table, String columns, RowCheck check) throws SQLException {
    List<String> damages = new ArrayList<>();
    long count = 0;
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(FETCHED_ROWS);
      try (ResultSet rows =
          statement.executeQuery("SELECT " + columns + " FROM " + table + " ORDER BY id")) {
        while (rows.next()) {
          count++;
          if (!check.isIntact(rows) && damages.size() < MOST_DAMAGES) {
            damages.add("row " + rows.getLong("id") + " does not match its checksum");
          }
        }
      }
    }
    return new DatabaseCheck(table, count, damages);
  }
}
