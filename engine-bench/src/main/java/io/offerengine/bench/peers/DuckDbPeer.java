package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** DuckDB in memory, on one thread: prepared statements over columns; an index of identifiers. */
public final class DuckDbPeer implements Peer {
  private final DuckDBConnection connection;
  private final MarketTable table;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private final PreparedStatement update;

  private DuckDbPeer(DuckDBConnection connection, MarketTable table) throws SQLException {
    this.connection = connection;
    this.table = table;
    this.update =
        connection.prepareStatement(
            "UPDATE offers SET dph_base = ?, rented = ?, dph_total = ?, dlperf_per_dphtotal = ?"
                + " WHERE id = ?");
  }

  /** Returns a database with a market in it. */
  public static DuckDbPeer load(MarketTable table) throws SQLException {
    DuckDBConnection connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET threads TO 1");
      statement.execute("CREATE TABLE offers (" + String.join(", ", definitions()) + ")");
    }
    try (DuckDBAppender appender = connection.createAppender("main", SqlSearch.TABLE)) {
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
    return new DuckDbPeer(connection, table.copy());
  }

  private static List<String> definitions() {
    List<String> definitions = new ArrayList<>();
    for (Column column : Column.values()) {
      String type =
          switch (column.kind()) {
            case FLAG -> "TINYINT";
            case INTEGER -> "BIGINT";
            case NUMBER -> "DOUBLE";
            case TEXT -> "VARCHAR";
          };
      definitions.add(column.label() + " " + type);
    }
    return definitions;
  }

  private static void append(DuckDBAppender appender, Column column, MarketTable table, int row)
      throws SQLException {
    switch (column.kind()) {
      case FLAG -> appender.append(table.flags(column)[row]);
      case INTEGER, NUMBER -> {
        double value = table.numbers(column)[row];
        if (Double.isNaN(value)) {
          appender.appendNull();
        } else if (column.kind() == Column.Kind.INTEGER) {
          appender.append((long) value);
        } else {
          appender.append(value);
        }
      }
      case TEXT -> {
        @Nullable String text = table.textAt(column, row);
        if (text == null) {
          appender.appendNull();
        } else {
          appender.append(text);
        }
      }
    }
  }

  @Override
  public PreparedSearch prepare(DrawnSearch search) throws SQLException {
    SqlSearch sql = SqlSearch.of(search);
    PreparedStatement statement = statements.get(sql.text());
    if (statement == null) {
      statement = connection.prepareStatement(sql.text());
      statements.put(sql.text(), statement);
    }
    PreparedStatement prepared = statement;
    return () -> sql.run(prepared);
  }

  @Override
  public void update(PriceChange change) throws SQLException {
    table.change(change);
    update.setDouble(1, change.price());
    update.setByte(2, change.rented() ? (byte) 1 : 0);
    update.setDouble(3, table.numbers(Column.DPH_TOTAL)[change.row()]);
    update.setDouble(4, table.numbers(Column.DLPERF_PER_DPHTOTAL)[change.row()]);
    update.setLong(5, change.id());
    update.executeUpdate();
  }

  @Override
  public boolean answers(SearchClass kind) {
    return true;
  }

  /** Returns what DuckDB says of its memory. */
  @Override
  public long bytes() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT sum(memory_usage_bytes) FROM duckdb_memory()")) {
      return row.next() ? row.getLong(1) : UNKNOWN;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
