package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.MarketTable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** SQLite in memory, with nine indexes made for the compared searches. */
public final class SqlitePeer extends SqlPeer {
  private static final int BATCH = 1_000;

  /** Every index ends with the identifier, ascending: the identifier is SQLite's row number. */
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

  private SqlitePeer(Connection connection, MarketTable table) throws SQLException {
    super(connection, table);
  }

  /** Returns a database with a market, its indexes, and statistics for the planner. */
  public static SqlitePeer load(MarketTable table) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA temp_store = MEMORY");
      statement.execute(creation(SqlitePeer::type));
    }
    connection.setAutoCommit(false);
    insert(connection, table);
    connection.commit();
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < INDEXES.length; i++) {
        statement.execute("CREATE INDEX offers_" + i + " ON offers " + INDEXES[i]);
      }
      if (table.schema().hasTitles()) {
        statement.execute("CREATE INDEX offers_title ON offers (title)");
      }
      statement.execute("ANALYZE");
    }
    return new SqlitePeer(connection, table);
  }

  private static String type(Column column) {
    return switch (column.kind()) {
      case FLAG, INTEGER -> "INTEGER" + (column == Column.ID ? " PRIMARY KEY" : "");
      case NUMBER -> "REAL";
      case TEXT -> "TEXT";
    };
  }

  private static void insert(Connection connection, MarketTable table) throws SQLException {
    String marks = "?" + ", ?".repeat(Column.values().length - 1);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO offers VALUES (" + marks + ")")) {
      for (int row = 0; row < table.size(); row++) {
        for (Column column : Column.values()) {
          insert.setObject(column.index() + 1, table.value(column, row));
        }
        insert.addBatch();
        if (row % BATCH == BATCH - 1) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  @Override
  public long bytes() throws SQLException {
    return pragma("page_count") * pragma("page_size");
  }

  private long pragma(String name) throws SQLException {
    try (Statement statement = connection().createStatement();
        ResultSet row = statement.executeQuery("PRAGMA " + name)) {
      return row.getLong(1);
    }
  }
}
