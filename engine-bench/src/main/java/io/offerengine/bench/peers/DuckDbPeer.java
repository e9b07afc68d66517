package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.MarketTable;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** DuckDB in memory, on one thread, with an index of identifiers. */
public final class DuckDbPeer extends SqlPeer {
  private DuckDbPeer(DuckDBConnection connection, MarketTable table) throws SQLException {
    super(connection, table);
  }

  /** Returns a database with a market in it. */
  public static DuckDbPeer load(MarketTable table) throws SQLException {
    DuckDBConnection connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET threads TO 1");
      statement.execute(creation(DuckDbPeer::type));
    }
    try (DuckDBAppender appender = connection.createAppender("main", TABLE)) {
      for (int row = 0; row < table.size(); row++) {
        appender.beginRow();
        for (Column column : Column.values()) {
          append(appender, column, table, row);
        }
        appender.endRow();
      }
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE UNIQUE INDEX offers_id ON offers (id)");
    }
    return new DuckDbPeer(connection, table);
  }

  private static String type(Column column) {
    return switch (column.kind()) {
      case FLAG -> "TINYINT";
      case INTEGER -> "BIGINT";
      case NUMBER -> "DOUBLE";
      case TEXT -> "VARCHAR";
    };
  }

  private static void append(DuckDBAppender appender, Column column, MarketTable table, int row)
      throws SQLException {
    @Nullable Object value = table.value(column, row);
    if (value == null) {
      appender.appendNull();
    } else if (value instanceof Byte flag) {
      appender.append(flag);
    } else if (value instanceof Long whole) {
      appender.append(whole);
    } else if (value instanceof Double number) {
      appender.append(number);
    } else {
      appender.append((String) value);
    }
  }

  /** Returns the memory that DuckDB reports. */
  @Override
  public long bytes() throws SQLException {
    try (Statement statement = connection().createStatement();
        ResultSet row =
            statement.executeQuery("SELECT sum(memory_usage_bytes) FROM duckdb_memory()")) {
      return row.next() ? row.getLong(1) : UNKNOWN;
    }
  }
}
