package io.offerengine.server.store;

import com.zaxxer.hikari.HikariDataSource;
import io.offerengine.log.Sql;
import io.offerengine.log.SqlSession;
import io.offerengine.log.SqliteFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A SQLite or PostgreSQL database: the tables of keys, templates, the ledger, saved searches and
 * alerts, and beside them the log of the offers. Opening it creates missing tables.
 *
 * <p>Work runs in transactions. When {@link #write} returns, the work is committed; if it throws,
 * nothing is, unless the connection broke during the commit. If another version of the service has
 * changed the tables meanwhile, nothing is written any more. SQLite runs one writer at a time,
 * among all processes; those of this process wait in line, also with the log of the offers.
 * PostgreSQL runs several.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class Database implements AutoCloseable {
  /** What opening would change in a database without tables, for people. */
  public static final String NO_TABLES = "has no tables yet; serve makes them";

  private static final String FILE = "offer-engine.db";

  /** What messages call a database of PostgreSQL: its address may have a password. */
  private static final String POSTGRESQL = "the PostgreSQL database";

  /** The first half of the numbers of advisory locks in PostgreSQL that users have. */
  private static final int USER_LOCKS = 0x75736572;

  /** How long a command, or the start of a service, waits for a connection to PostgreSQL. */
  private static final Duration START_PATIENCE = Duration.ofSeconds(5);

  /** How long PostgreSQL may take for a look-up of single rows. */
  private static final Duration LOOK_UP_PATIENCE = Duration.ofSeconds(1);

  /** How long PostgreSQL may take for a statement of other work. */
  private static final Duration STATEMENT_PATIENCE = Duration.ofMinutes(2);

  private final @Nullable Path directory;

  /** The file of SQLite; null for PostgreSQL. */
  private final @Nullable SqliteFile file;

  private final HikariDataSource readers;
  private final HikariDataSource writers;

  private final DataSource log;

  private final Migrations migrations;
  private final Reachability reachability;

  /**
   * Work in one transaction.
   *
   * @param <T> the result
   */
  @FunctionalInterface
  public interface Work<T> {
    /**
     * Does the work.
     *
     * @param sql in a transaction; the work must not commit, roll back or close it
     */
    T with(Sql sql) throws SQLException;
  }

  private Database(
      @Nullable Path directory,
      HikariDataSource readers,
      HikariDataSource writers,
      DataSource log,
      Migrations migrations) {
    this.directory = directory;
    this.file = directory == null ? null : SqliteFile.of(directory.resolve(FILE));
    this.readers = readers;
    this.writers = writers;
    this.log = log;
    this.migrations = migrations;
    this.reachability = new Reachability();
  }

  /** Returns whether a directory holds a SQLite database. */
  public static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /**
   * Opens the SQLite database in a directory. A missing directory or database is created.
   *
   * @throws UnusableDatabaseException if the database can't be opened
   */
  public static Database sqlite(Path directory) {
    return sqlite(directory, ConnectionPools.SQLITE_PATIENCE);
  }

  /**
   * Opens the SQLite database in a directory.
   *
   * @param patience how long to wait for a lock of another process
   */
  static Database sqlite(Path directory, Duration patience) {
    Path file = directory.resolve(FILE);
    DatabaseFile.prepare(file);
    HikariDataSource writers = ConnectionPools.sqliteWriter(file, patience);
    try {
      Migrations migrations = new Migrations(false, writers, file.toString());
      migrations.run();
      HikariDataSource readers = ConnectionPools.sqliteReaders(file, patience);
      DataSource log = ConnectionPools.sqliteLog(file);
      return new Database(directory, readers, writers, log, migrations);
    } catch (RuntimeException e) {
      writers.close();
      throw e;
    }
  }

  /**
   * Opens a PostgreSQL database.
   *
   * @param url {@code jdbc:postgresql://host:port/name?user=…&password=…}
   * @throws UnusableDatabaseException if the address can't be read or the database can't be opened
   */
  public static Database postgresql(String url) {
    HikariDataSource pool = ConnectionPools.postgresql("database", url);
    try {
      Migrations migrations = new Migrations(true, pool, POSTGRESQL);
      migrations.run();
      HikariDataSource log = ConnectionPools.postgresql("log", url);
      return new Database(null, pool, pool, log, migrations);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /**
   * Returns what opening an existing SQLite database would change, for people; null if it would
   * change nothing. This changes nothing itself.
   *
   * @throws UnusableDatabaseException if the database can't be opened
   */
  public static @Nullable String pendingChangeOfSqlite(Path directory) {
    Path file = directory.resolve(FILE);
    try (HikariDataSource pool =
        ConnectionPools.sqliteReaders(file, ConnectionPools.SQLITE_PATIENCE)) {
      return new Migrations(false, pool, file.toString()).pending();
    }
  }

  /**
   * Returns what opening a PostgreSQL database would change, as {@link #pendingChangeOfSqlite}
   * does.
   *
   * @throws UnusableDatabaseException if the address can't be read or the database can't be opened
   */
  public static @Nullable String pendingChangeOfPostgresql(String url) {
    try (HikariDataSource pool = ConnectionPools.postgresql("database", url)) {
      return new Migrations(true, pool, POSTGRESQL).pending();
    }
  }

  /**
   * Copies a SQLite database into a file while others use it. The copy is one version of it.
   *
   * @param target a file that does not exist; its owner alone may read it
   * @throws UnusableDatabaseException if the copy can't be made; then there is no target
   * @throws IllegalStateException if the database is on PostgreSQL
   */
  public void copyTo(Path target) {
    Path local = directory;
    if (local == null) {
      throw new IllegalStateException("pg_dump copies a PostgreSQL database");
    }
    DatabaseFile.copy(local.resolve(FILE), target);
  }

  /**
   * Reads the whole database and compares every row with its checksum.
   *
   * @return the result of each table, and of the structure of a SQLite file
   * @throws StoreException if the database fails
   */
  public List<CheckedTable.Check> check() {
    return read(sql -> {
      List<CheckedTable.Check> checks = new ArrayList<>();
      // PostgreSQL checks its structure itself.
      if (!isShared()) {
        String all = "PRAGMA integrity_check(" + CheckedTable.MOST_DAMAGES + ")";
        List<String> damages = sql.list(all, row -> row.getString(1));
        damages.remove("ok");
        checks.add(new CheckedTable.Check("structure", 0, damages));
      }
      for (CheckedTable table : CheckedTable.values()) {
        checks.add(table.checkAll(sql));
      }
      return checks;
    });
  }

  /**
   * Runs work that only reads, on one version of the database.
   *
   * @throws StoreException if the database fails
   */
  public <T> T read(Work<T> work) {
    return transact(readers, true, STATEMENT_PATIENCE, work);
  }

  /**
   * Reads single rows by their keys, like {@link #read}. If PostgreSQL does not answer within a
   * second, the work fails.
   *
   * @throws StoreException if the database fails
   */
  public <T> T lookUp(Work<T> work) {
    return transact(readers, true, LOOK_UP_PATIENCE, work);
  }

  /**
   * Runs work that may write. When this returns, the work is committed.
   *
   * @throws StoreException if the database fails or the work throws; nothing was committed
   */
  public <T> T write(Work<T> work) {
    return transact(writers, false, STATEMENT_PATIENCE, work);
  }

  /**
   * Notices from now on when a database that failed works again, for a service. Until then its work
   * is refused at once.
   */
  public void watch() {
    reachability.watch(this::look);
  }

  /** Looks at a database that failed, to find out whether it works again. */
  private void look() {
    if (reachability.isLost()) {
      if (isShared()) {
        ConnectionPools.tryPostgresql(writers.getJdbcUrl());
      }
      boolean unused = attempt(readers, true, LOOK_UP_PATIENCE, sql -> true);
      reachability.found();
    }
    if (reachability.isSuspect()) {
      // A full disk, or one that fails, is so until something can be written.
      int unused =
          attempt(
              writers,
              false,
              STATEMENT_PATIENCE,
              sql -> sql.update("UPDATE alert_state SET seq = seq"));
    }
  }

  /**
   * Returns what keeps the service from storing anything, for operators; null if nothing does, as
   * far as is known.
   */
  public @Nullable String problem() {
    String missing = file == null ? null : file.problem();
    return missing == null ? reachability.problem() : missing;
  }

  /**
   * Returns the connections for the log of the offers. A caller has a connection for itself until
   * it closes it.
   */
  public DataSource log() {
    return log;
  }

  /**
   * Notes that the log of the offers failed, so that other work is refused if it would fail, too.
   *
   * @param failure what the database said
   */
  public void logFailed(SQLException failure) {
    reachability.note(failure);
  }

  /**
   * Refuses work on a database that does not answer, is damaged, or was deleted, replaced or cut.
   *
   * @throws StoreException if the database must not be used
   */
  public void requireUsable() {
    reachability.require();
    requireFile();
  }

  /**
   * Lets the transactions that write what belongs to a user run one after the other, if all of them
   * call this first. SQLite's transactions do so in any case.
   */
  public void lockUser(Sql sql, long user) throws SQLException {
    if (isShared()) {
      int number = Long.hashCode(user);
      sql.only("SELECT pg_advisory_xact_lock(?, ?)", row -> true, USER_LOCKS, number);
    }
  }

  /** Returns whether services on other machines may use the database at the same time. */
  public boolean isShared() {
    return file == null;
  }

  /** Returns the pools of connections, which tell how these are used now. */
  public List<HikariDataSource> pools() {
    return Stream.of(readers, writers, log)
        .distinct()
        .filter(HikariDataSource.class::isInstance)
        .map(HikariDataSource.class::cast)
        .toList();
  }

  private void requireFile() {
    if (file != null && file.problem() != null) {
      // The path is for the log and for readiness, not for clients.
      throw StoreException.unavailable(
          "the database was deleted, replaced or cut while the service ran; nothing is stored");
    }
  }

  @Override
  public void close() {
    reachability.close();
    readers.close();
    writers.close();
    if (log instanceof HikariDataSource pool) {
      pool.close();
    }
  }

  private <T> T transact(HikariDataSource pool, boolean reads, Duration patience, Work<T> work) {
    reachability.require();
    return attempt(pool, reads, patience, work);
  }

  private <T> T attempt(HikariDataSource pool, boolean reads, Duration patience, Work<T> work) {
    requireFile();
    if (reads || file == null) {
      return run(pool, reads, patience, work);
    }
    // Before there is a connection: the line of the file is longer than the patience of the pool.
    file.writing().lock();
    try {
      return run(pool, false, patience, work);
    } finally {
      file.writing().unlock();
    }
  }

  private <T> T run(HikariDataSource pool, boolean reads, Duration patience, Work<T> work) {
    try (SqlSession session = new SqlSession(connect(pool), file, pool::evictConnection)) {
      session.limit(patience);
      if (reads) {
        session.beginReading();
      } else {
        session.beginWriting();
        migrations.require(session.connection());
      }
      T result = work.with(session);
      session.commit();
      if (!reads) {
        requireFile();
        reachability.written();
      }
      return result;
    } catch (SQLException e) {
      reachability.note(e);
      throw StoreException.of(e);
    }
  }

  /** A command, or a service that starts, waits longer for a connection than requests do. */
  private Connection connect(HikariDataSource pool) throws SQLException {
    long start = System.nanoTime();
    while (true) {
      try {
        return pool.getConnection();
      } catch (SQLTransientConnectionException e) {
        if (reachability.isWatched() || System.nanoTime() - start > START_PATIENCE.toNanos()) {
          throw e;
        }
      }
    }
  }
}
