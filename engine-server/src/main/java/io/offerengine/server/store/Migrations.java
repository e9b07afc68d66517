package io.offerengine.server.store;

import io.offerengine.log.SqlFailure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jspecify.annotations.Nullable;

/**
 * Creates the tables of a database.
 *
 * <p>The tables of the offers are not among these: the log of the offers makes its own.
 */
final class Migrations {
  /** The number of the first layout that this service reads. */
  private static final int FIRST = 11;

  /** A busy machine takes its time: there are pauses of 1 and 2 s. */
  private static final int CONNECT_RETRIES = 2;

  /** PostgreSQL's number of the lock that transactions share, and that a change of tables has. */
  static final long LOCK = 0x6f666665726c6179L;

  private static final String NEWEST = "SELECT MAX(installed_rank) FROM flyway_schema_history";

  private Migrations() {}

  /**
   * Brings the tables to the version of this service. On PostgreSQL this waits for transactions of
   * other services that write.
   *
   * @param name the database, for messages
   * @return what {@link #require} takes
   * @throws UnusableDatabaseException if another version made the tables, or the database fails
   */
  static int run(Dialect dialect, DataSource source, String name) {
    try {
      Flyway flyway = flyway(dialect, source);
      MigrationInfoService found = flyway.info();
      requireKnown(found, name);
      if (found.pending().length == 0) {
        flyway.validate();
      } else {
        migrate(flyway, dialect, source);
      }
      MigrationInfoService made = flyway.info();
      requireKnown(made, name);
      return made.current().getInstalledRank();
    } catch (SQLException e) {
      throw new UnusableDatabaseException(name + " can't be used: " + SqlFailure.reason(e), e);
    } catch (FlywayValidateException e) {
      throw new UnusableDatabaseException(
          name + " can't be used: its tables were made by another version of the service", e);
    } catch (FlywayException e) {
      throw new UnusableDatabaseException(name + " can't be used: " + SqlFailure.reason(e), e);
    }
  }

  private static Flyway flyway(Dialect dialect, DataSource source) {
    return Flyway.configure(Database.class.getClassLoader())
        .dataSource(source)
        .connectRetries(CONNECT_RETRIES)
        .locations("classpath:io/offerengine/server/store")
        .placeholders(dialect.words())
        .load();
  }

  /**
   * Returns what {@link #run} would change, for people; null if it would change nothing. This
   * changes nothing itself.
   *
   * @throws UnusableDatabaseException if another version made the tables, or the database fails
   */
  static @Nullable String pending(Dialect dialect, DataSource source, String name) {
    try {
      MigrationInfoService found = flyway(dialect, source).info();
      requireKnown(found, name);
      MigrationInfo[] pending = found.pending();
      MigrationInfo current = found.current();
      if (pending.length == 0) {
        return null;
      }
      return current == null
          ? "has no tables yet; serve makes them"
          : "has the layout "
              + current.getVersion()
              + "; serve brings it to "
              + pending[pending.length - 1].getVersion();
    } catch (FlywayException e) {
      throw new UnusableDatabaseException(name + " can't be used: " + SqlFailure.reason(e), e);
    }
  }

  /** Changes the tables while nobody writes. */
  private static void migrate(Flyway flyway, Dialect dialect, DataSource source)
      throws SQLException {
    if (dialect == Dialect.SQLITE) {
      flyway.migrate();
      return;
    }
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
      try {
        flyway.migrate();
      } finally {
        statement.execute("SELECT pg_advisory_unlock(" + LOCK + ")");
      }
    }
  }

  /**
   * Keeps the tables as they are until the transaction of a connection ends.
   *
   * @param rank what {@link #run} returned
   * @throws StoreException if another version of the service has changed the tables since
   */
  static void require(Connection connection, Dialect dialect, int rank) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (dialect == Dialect.POSTGRESQL) {
        // Two statements in one message: the second one sees what was committed before the lock.
        statement.execute("SELECT pg_advisory_xact_lock_shared(" + LOCK + "); " + NEWEST);
        statement.getMoreResults();
      } else {
        statement.execute(NEWEST);
      }
      try (ResultSet newest = statement.getResultSet()) {
        newest.next();
        if (newest.getInt(1) != rank) {
          throw StoreException.unavailable(
              "another version of the service has changed the tables of the database; nothing was"
                  + " stored: use that version");
        }
      }
    }
  }

  /** Refuses a database of an older or a newer layout. */
  private static void requireKnown(MigrationInfoService migrations, String name) {
    MigrationVersion known = MigrationVersion.EMPTY;
    MigrationVersion applied = MigrationVersion.EMPTY;
    for (MigrationInfo each : migrations.all()) {
      MigrationVersion version = each.getVersion();
      if (each.getState().isResolved()) {
        known = version;
      }
      if (each.getState().isApplied()) {
        applied = version;
      }
    }
    boolean isOlder = applied.compareTo(MigrationVersion.fromVersion("" + FIRST)) < 0;
    boolean isNewer = applied.compareTo(known) > 0;
    if (!applied.equals(MigrationVersion.EMPTY) && (isOlder || isNewer)) {
      throw new UnusableDatabaseException(
          name
              + " can't be used: its tables have the layout "
              + applied
              + ", and this service knows "
              + (isOlder ? "those from " + FIRST + " on" : "those up to " + known)
              + "; use the "
              + (isOlder ? "older service that made them" : "newer service that made them")
              + ", or another database");
    }
  }
}
