package io.offerengine.server.store;

import io.offerengine.log.Sql;
import io.offerengine.log.testing.PostgresqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The kinds of databases that a test runs on. */
public enum TestDatabase {
  /** In the directory of the test. */
  SQLITE {
    @Override
    public Database open(Path directory) {
      return Database.sqlite(directory);
    }
  },
  /** One for each directory. */
  POSTGRESQL {
    @Override
    public Database open(Path directory) {
      return Database.postgresql(
          ADDRESSES.computeIfAbsent(directory, path -> PostgresqlServer.newDatabase()));
    }
  };

  private static final Map<Path, String> ADDRESSES = new ConcurrentHashMap<>();

  /** Returns SQLite, and PostgreSQL where all tests run: their SQL is nearly the same. */
  public static Stream<TestDatabase> kinds() {
    return Stream.of(values()).filter(each -> each == SQLITE || Boolean.getBoolean("postgresql"));
  }

  /** Opens the database of a test, which has a directory of its own. */
  public abstract Database open(Path directory);

  /** Changes a database beside the code under test; returns how many rows it changed. */
  public static int change(Database database, String sql, Object... values) {
    return database.<Integer>write(on -> on.update(sql, values));
  }

  /** Runs statements on the database with an address, as an operator or another program does. */
  public static void execute(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      for (String sql : statements) {
        new Sql(connection).execute(sql);
      }
    }
  }

  /** Returns the number that a query of one row gives on the database with an address. */
  public static long number(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      return new Sql(connection).number(sql);
    }
  }

  /** Returns whether somebody waits for an advisory lock of PostgreSQL. */
  public static boolean isAnyoneWaiting(Database database) {
    String sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    return number(database, sql) > 0;
  }

  /** Returns the number that a query of one row gives. */
  public static long number(Database database, String sql, Object... values) {
    return database.<Long>read(on -> on.number(sql, values));
  }
}
