package io.offerengine.server.store;

import io.offerengine.log.Sql;
import java.sql.Connection;
import java.sql.SQLException;
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

  /** Copies the damages. */
  public DatabaseCheck {
    damages = List.copyOf(damages);
  }

  /** Checks every part of a database; PostgreSQL, which is shared, checks its structure itself. */
  static List<DatabaseCheck> all(Connection connection, boolean isShared) throws SQLException {
    List<DatabaseCheck> checks = new ArrayList<>();
    if (!isShared) {
      checks.add(structure(connection));
    }
    for (CheckedTable table : CheckedTable.values()) {
      checks.add(rows(connection, table));
    }
    return checks;
  }

  private static DatabaseCheck structure(Connection connection) throws SQLException {
    List<String> damages =
        new Sql(connection)
            .list("PRAGMA integrity_check(" + MOST_DAMAGES + ")", row -> row.getString(1));
    damages.remove("ok");
    return new DatabaseCheck("structure", 0, damages);
  }

  private static DatabaseCheck rows(Connection connection, CheckedTable table) throws SQLException {
    List<String> damages = new ArrayList<>();
    long[] count = {0};
    new Sql(connection)
        .each(
            table.select() + "ORDER BY id",
            row -> {
              count[0]++;
              if (!table.isIntact(row) && damages.size() < MOST_DAMAGES) {
                damages.add("row " + row.getLong("id") + " does not match its checksum");
              }
              return true;
            });
    return new DatabaseCheck(table.table(), count[0], damages);
  }
}
