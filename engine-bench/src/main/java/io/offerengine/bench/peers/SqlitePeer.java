package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** SQLite in memory: prepared statements, and nine indexes made for the compared searches. */
public final class SqlitePeer implements Peer {
  private static final int BATCH = 1_000;

  /** An identifier is the row's number, so that every index ends with it, ascending. */
  private static final String[] INDEXES = {
    "(rentable, rented, score DESC, verified)",
    "(rentable, rented, num_gpus DESC, dph_total, verified)",
    "(gpu_name, rentable, rented, dph_total, num_gpus, reliability, verified)",
    "(gpu_name, num_gpus, geolocation, static_ip, dph_total)",
    "(dph_total, reliability)",
    "(dlperf_per_dphtotal DESC, dph_total, gpu_ram, cpu_ram, inet_down, disk_space, reliability,"
        + " cuda_max_good)",
    "(dph_total, gpu_ram, cpu_ram, inet_down, disk_space, reliability, cuda_max_good)",
    "(dlperf, dph_total)",
    "(dph_total, dlperf, total_flops)"
  };

  private final Connection connection;
  private final MarketTable table;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private final PreparedStatement update;

  private SqlitePeer(Connection connection, MarketTable table) throws SQLException {
    this.connection = connection;
    this.table = table;
    this.update =
        connection.prepareStatement(
            "UPDATE offers SET dph_base = ?, rented = ?, dph_total = ?, dlperf_per_dphtotal = ?"
                + " WHERE id = ?");
  }

  /** Returns a database with a market in it, indexed and analysed. */
  public static SqlitePeer load(MarketTable table) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA temp_store = MEMORY");
      statement.execute("CREATE TABLE offers (" + String.join(", ", definitions()) + ")");
    }
    connection.setAutoCommit(false);
    insert(connection, table);
    connection.commit();
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < INDEXES.length; i++) {
        statement.execute("CREATE INDEX offers_" + i + " ON offers " + INDEXES[i]);
      }
      statement.execute("ANALYZE");
    }
    return new SqlitePeer(connection, table.copy());
  }

  private static List<String> definitions() {
    List<String> definitions = new ArrayList<>();
    for (Column column : Column.values()) {
      String type =
          switch (column.kind()) {
            case FLAG, INTEGER -> "INTEGER";
            case NUMBER -> "REAL";
            case TEXT -> "TEXT";
          };
      definitions.add(column.label() + " " + type + (column == Column.ID ? " PRIMARY KEY" : ""));
    }
    return definitions;
  }

  private static void insert(Connection connection, MarketTable table) throws SQLException {
    String marks = "?" + ", ?".repeat(Column.values().length - 1);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO offers VALUES (" + marks + ")")) {
      for (int row = 0; row < table.size(); row++) {
        for (Column column : Column.values()) {
          bind(insert, column, table, row);
        }
        insert.addBatch();
        if (row % BATCH == BATCH - 1) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  private static void bind(PreparedStatement insert, Column column, MarketTable table, int row)
      throws SQLException {
    int at = column.index() + 1;
    switch (column.kind()) {
      case FLAG -> insert.setInt(at, table.flags(column)[row]);
      case INTEGER, NUMBER -> {
        double value = table.numbers(column)[row];
        if (Double.isNaN(value)) {
          insert.setNull(at, Types.DOUBLE);
        } else if (column.kind() == Column.Kind.INTEGER) {
          insert.setLong(at, (long) value);
        } else {
          insert.setDouble(at, value);
        }
      }
      case TEXT -> {
        @Nullable String text = table.textAt(column, row);
        if (text == null) {
          insert.setNull(at, Types.VARCHAR);
        } else {
          insert.setString(at, text);
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
    update.setInt(2, change.rented() ? 1 : 0);
    update.setDouble(3, table.numbers(Column.DPH_TOTAL)[change.row()]);
    update.setDouble(4, table.numbers(Column.DLPERF_PER_DPHTOTAL)[change.row()]);
    update.setLong(5, change.id());
    update.executeUpdate();
  }

  @Override
  public boolean answers(SearchClass kind) {
    return true;
  }

  @Override
  public long bytes() throws SQLException {
    return pragma("page_count") * pragma("page_size");
  }

  private long pragma(String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA " + name)) {
      return row.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
