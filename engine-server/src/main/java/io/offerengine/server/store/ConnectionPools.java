package io.offerengine.server.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

/** Makes the pools of connections to a database. A pool connects when somebody needs it. */
final class ConnectionPools {
  private static final int READERS = 8;

  /** How long work waits for a connection to SQLite, and for a lock of another process. */
  static final Duration SQLITE_PATIENCE = Duration.ofSeconds(10);

  /** How long a request waits for a connection to PostgreSQL. */
  private static final Duration POSTGRESQL_PATIENCE = Duration.ofMillis(700);

  /** How long an idle connection to PostgreSQL may take to show that it works. */
  private static final Duration TEST_PATIENCE = Duration.ofMillis(250);

  private ConnectionPools() {}

  /**
   * Returns a pool of one connection that takes SQLite's lock at the start of a transaction.
   *
   * @param patience how long to wait for a lock of another process
   */
  static HikariDataSource sqliteWriter(Path file, Duration patience) {
    return sqlite("write", sqlite(file, TransactionMode.IMMEDIATE, patience), 1);
  }

  /**
   * Returns a pool of connections that only read SQLite.
   *
   * @param patience how long to wait for a lock of another process
   */
  static HikariDataSource sqliteReaders(Path file, Duration patience) {
    return sqlite("read", sqlite(file, TransactionMode.DEFERRED, patience), READERS);
  }

  /** Returns the connections to SQLite for the log of the offers, each of which is a new one. */
  static DataSource sqliteLog(Path file) {
    return sqlite(file, TransactionMode.DEFERRED, SQLITE_PATIENCE);
  }

  private static HikariDataSource sqlite(String name, DataSource source, int connections) {
    HikariConfig config = config(name, connections);
    config.setDataSource(source);
    config.setConnectionTimeout(SQLITE_PATIENCE.toMillis());
    config.setMinimumIdle(1);
    return new HikariDataSource(config);
  }

  private static SQLiteDataSource sqlite(Path file, TransactionMode mode, Duration patience) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setBusyTimeout((int) patience.toMillis());
    config.setTransactionMode(mode);
    // A connection must not make an empty file in place of one that was deleted.
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }

  /**
   * Returns a pool of connections to PostgreSQL.
   *
   * @param name what the connections are for
   * @throws UnusableDatabaseException if the address can't be read
   */
  static HikariDataSource postgresql(String name, String url) {
    HikariConfig config = config(name, READERS);
    config.setJdbcUrl(url);
    config.setDriverClassName("org.postgresql.Driver");
    config.setConnectionTimeout(POSTGRESQL_PATIENCE.toMillis());
    config.setValidationTimeout(TEST_PATIENCE.toMillis());
    // While PostgreSQL is down, a pool that wants an idle connection tries ever more seldom.
    config.setMinimumIdle(0);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException unreadable) {
      // Without the cause: its message repeats the address, which may hold a password.
      throw new UnusableDatabaseException("the address of the PostgreSQL database can't be read");
    }
  }

  /**
   * Connects to PostgreSQL beside a pool, which tries ever more seldom while somebody waits.
   *
   * @throws StoreException if PostgreSQL does not answer within a second
   */
  static void tryPostgresql(String url) {
    Properties limits = new Properties();
    limits.setProperty("loginTimeout", "1");
    try {
      DriverManager.getConnection(url, limits).close();
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  private static HikariConfig config(String name, int connections) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setMaximumPoolSize(connections);
    // The pool does not connect at once: the migration's error names the problem better.
    config.setInitializationFailTimeout(-1);
    return config;
  }
}
