package io.offerengine.log;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of a log: SQLite, which one process uses, or PostgreSQL, which any number use.
 *
 * <p>Opening it makes missing tables. Their names begin with {@code offer_log}; other tables of the
 * database are somebody else's.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class LogDatabase {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** The layout of the tables. */
  static final int FORM = 1;

  /** Keeps two processes from making the tables at the same time. */
  private static final String LOCK_TABLES = "SELECT pg_advisory_xact_lock(7381266034105185)";

  private final DataSource source;
  private final @Nullable SqliteFile file;

  /**
   * Work in one transaction.
   *
   * @param <T> the result
   */
  @FunctionalInterface
  interface Work<T extends @Nullable Object> {
    T with(LogSession session) throws SQLException;
  }

  /** Begins a transaction. */
  private interface Beginning {
    void begin(LogSession session) throws SQLException;
  }

  private LogDatabase(DataSource source, @Nullable SqliteFile file) {
    this.source = source;
    this.file = file;
  }

  /**
   * Opens a database.
   *
   * @throws UnusableLogException if it is of another kind or refuses this program, or its tables
   *     can't be made or have another layout
   * @throws LogUnavailableException if it can't be reached
   */
  static LogDatabase open(DataSource source) {
    return Objects.requireNonNull(open(source, true));
  }

  /**
   * Opens a database that has the tables, and changes nothing; null if it has none.
   *
   * @throws UnusableLogException as {@link #open} does
   */
  static @Nullable LogDatabase find(DataSource source) {
    return open(source, false);
  }

  private static @Nullable LogDatabase open(DataSource source, boolean makesTables) {
    try (Connection connection = source.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName();
      LogDatabase database =
          switch (product) {
            case "SQLite" -> new LogDatabase(source, sqliteFile(connection));
            case "PostgreSQL" -> new LogDatabase(source, null);
            default ->
                throw new UnusableLogException(
                    "a log is in a database of SQLite or PostgreSQL, but this is " + product, null);
          };
      return database.prepare(connection, makesTables) ? database : null;
    } catch (SQLException e) {
      if (isOfConnection(e)) {
        throw unavailable(e);
      }
      throw new UnusableLogException("the database can't be opened: " + SqlFailure.reason(e), e);
    }
  }

  private static SqliteFile sqliteFile(Connection connection) throws SQLException {
    String sql = "SELECT file FROM pragma_database_list WHERE name = 'main' AND file <> ''";
    return new Sql(connection)
        .first(sql, row -> SqliteFile.of(Path.of(row.getString(1))))
        .orElseThrow(() ->
            new UnusableLogException(
                "a SQLite database in memory keeps no log: it is lost with its connection; name a"
                    + " file",
                null));
  }

  /** Returns whether the database has the tables, made now if need be. */
  private boolean prepare(Connection connection, boolean makesTables) throws SQLException {
    if (isShared()) {
      connection.setAutoCommit(false);
    } else if (makesTables) {
      new Sql(connection).execute("PRAGMA journal_mode = WAL");
    }
    boolean isNew = !hasTables(connection);
    if (isNew && makesTables) {
      makeTables(connection);
    }
    boolean hasTables = makesTables || !isNew;
    int form = hasTables ? form(connection) : FORM;
    if (isShared()) {
      connection.commit();
      connection.setAutoCommit(true);
    }
    if (form != FORM) {
      throw new UnusableLogException(
          "the tables of the log have the layout "
              + form
              + ", and this program knows the layout "
              + FORM
              + "; use the program that made them",
          null);
    }
    return hasTables;
  }

  private boolean hasTables(Connection connection) throws SQLException {
    String sql =
        isShared()
            ? "SELECT COUNT(to_regclass('offer_log'))"
            : "SELECT COUNT(*) FROM sqlite_master WHERE name = 'offer_log'";
    return new Sql(connection).number(sql) > 0;
  }

  private void makeTables(Connection connection) throws SQLException {
    Sql sql = new Sql(connection);
    try {
      sql.execute(isShared() ? LOCK_TABLES : "BEGIN IMMEDIATE");
      for (String table : tables()) {
        sql.execute(table);
      }
      // Not by ON CONFLICT, which would wait for an append that waits for the tables.
      sql.update(
          "INSERT INTO offer_log (id, form, number, entry, ends, trimmed, accepted, generation)"
              + " SELECT 1, ?, 0, ?, 0, 0, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM offer_log)",
          FORM,
          UUID.randomUUID());
      if (isShared()) {
        connection.commit();
      } else {
        sql.execute("COMMIT");
      }
    } catch (SQLException e) {
      String hint =
          "42501".equals(e.getSQLState())
              ? "; its role needs the right CREATE on the schema for the first start"
              : "";
      throw new UnusableLogException(
          "the tables of the log can't be made: " + SqlFailure.reason(e) + hint, e);
    }
  }

  /**
   * Returns the statements that make the tables.
   *
   * <p>An entry is {@code offer_log_entries} and, if it has more than one part, rows of {@code
   * offer_log_parts}, as are the parts of a base. A row of {@code offer_log_bases} makes a base
   * valid. {@code offer_log_readers} has the last entry that each durable reader has done with:
   * later ones are kept. {@code offer_log_generations} has the fields of each build that appended.
   */
  private List<String> tables() {
    String number = isShared() ? "BIGINT" : "INTEGER";
    String bytes = isShared() ? "BYTEA" : "BLOB";
    // PostgreSQL would move blobs of more than 2 kB to another table, and compress them.
    String inPlace = isShared() ? " WITH (toast_tuple_target = 8160)" : "";
    List<String> common =
        List.of(
            "CREATE TABLE IF NOT EXISTS offer_log (id N PRIMARY KEY CHECK (id = 1),"
                + " form N NOT NULL, number N NOT NULL, entry B NOT NULL, ends N NOT NULL,"
                + " trimmed N NOT NULL, accepted N NOT NULL, generation N NOT NULL)",
            "CREATE TABLE IF NOT EXISTS offer_log_generations"
                + " (generation N PRIMARY KEY, fields TEXT NOT NULL, build TEXT NOT NULL)",
            "CREATE TABLE IF NOT EXISTS offer_log_entries (number N PRIMARY KEY, entry B NOT NULL,"
                + " previous B NOT NULL, kind N NOT NULL, time N NOT NULL, parts N NOT NULL,"
                + " changes N NOT NULL, ends N NOT NULL, size N NOT NULL, bytes B NOT NULL)"
                + inPlace,
            "CREATE TABLE IF NOT EXISTS offer_log_parts (owner B NOT NULL, part N NOT NULL,"
                + " number N NOT NULL, bytes B NOT NULL, PRIMARY KEY (owner, part))",
            "CREATE TABLE IF NOT EXISTS offer_log_bases (base B PRIMARY KEY, number N NOT NULL,"
                + " entry B NOT NULL, ends N NOT NULL, parts N NOT NULL, size N NOT NULL,"
                + " offers N NOT NULL, time N NOT NULL)",
            "CREATE TABLE IF NOT EXISTS offer_log_leases (name TEXT PRIMARY KEY, epoch N NOT NULL,"
                + " beats N NOT NULL, held N NOT NULL)",
            "CREATE TABLE IF NOT EXISTS offer_log_readers"
                + " (name TEXT PRIMARY KEY, number N NOT NULL)");
    List<String> all = new ArrayList<>(common);
    all.replaceAll(sql -> sql.replace(" N ", " " + number + " ").replace(" B ", " " + bytes + " "));
    if (isShared()) {
      all.add("ALTER TABLE offer_log_entries ALTER COLUMN bytes SET STORAGE EXTERNAL");
      all.add("ALTER TABLE offer_log_parts ALTER COLUMN bytes SET STORAGE EXTERNAL");
    }
    return all;
  }

  private static int form(Connection connection) throws SQLException {
    String sql = "SELECT form FROM offer_log WHERE id = 1";
    return new Sql(connection).first(sql, row -> row.getInt(1)).orElse(0);
  }

  /** Returns whether several processes may use the database at the same time. */
  boolean isShared() {
    return file == null;
  }

  /** Returns the file of SQLite; null for PostgreSQL. */
  @Nullable SqliteFile file() {
    return file;
  }

  /**
   * Throws if the file of SQLite is not the one that was opened.
   *
   * @param isInDoubt whether something was committed, perhaps to another file
   */
  void requireFile(boolean isInDoubt) {
    String problem = file == null ? null : file.problem();
    if (problem != null) {
      LOGGER.log(Level.ERROR, problem);
      // The path is for the log, not for clients.
      throw new LogUnavailableException(
          "the database was deleted, replaced or cut while the service ran; "
              + (isInDoubt
                  ? "the batch may have been stored: read its offers before you send it again"
                  : "nothing is stored"),
          isInDoubt,
          null);
    }
  }

  /** Opens a session. */
  LogSession session() throws SQLException {
    return LogSession.open(this, source.getConnection());
  }

  /**
   * Runs work in a transaction of its own that may write.
   *
   * @throws LogUnavailableException if the database fails; nothing was committed, unless the
   *     connection broke during the commit
   */
  <T extends @Nullable Object> T write(Work<T> work) {
    return transact(LogSession::beginWriting, work);
  }

  /**
   * Runs work that reads one version of the database.
   *
   * @throws LogUnavailableException if the database fails
   */
  <T extends @Nullable Object> T read(Work<T> work) {
    return transact(LogSession::beginReading, work);
  }

  private <T extends @Nullable Object> T transact(Beginning beginning, Work<T> work) {
    try (LogSession session = session()) {
      beginning.begin(session);
      T result = work.with(session);
      session.commit();
      return result;
    } catch (SQLException e) {
      throw unavailable(e);
    }
  }

  /** Returns the exception for a failure after which nothing was stored. */
  static LogUnavailableException unavailable(SQLException failure) {
    String problem;
    if (SqlFailure.of(failure) == SqlFailure.FULL) {
      problem = "the disk of the database is full; nothing was stored, try again later";
    } else if (isOfConnection(failure)) {
      problem = "the database can't be reached now; nothing was stored, try again";
    } else {
      problem = "the database failed; nothing was stored, and the fault is in the log";
      LOGGER.log(Level.ERROR, "The database of the log failed", failure);
    }
    return new LogUnavailableException(problem, false, failure);
  }

  /**
   * Returns whether the database did not answer or ended the connection, or whether the thread was
   * interrupted while it waited for one.
   */
  static boolean isOfConnection(SQLException failure) {
    SqlFailure kind = SqlFailure.of(failure);
    return kind == SqlFailure.CONNECTION
        || kind == SqlFailure.NO_CONNECTION
        || failure.getCause() instanceof InterruptedException;
  }
}
