package io.offerengine.server.store;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.exception.FlywayValidateException;

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

  private Migrations() {}

  /**
   * Brings the tables to the version of this service.
   *
   * @param name the database, for messages
   * @throws UnusableDatabaseException if another version made the tables, or the database fails
   */
  static void run(Dialect dialect, DataSource source, String name) {
    try {
      Flyway flyway =
          Flyway.configure(Database.class.getClassLoader())
              .dataSource(source)
              .connectRetries(CONNECT_RETRIES)
              .locations("classpath:io/offerengine/server/store")
              .placeholders(dialect.words())
              .load();
      requireKnown(flyway.info(), name);
      flyway.migrate();
    } catch (FlywayValidateException e) {
      throw new UnusableDatabaseException(
          name + " can't be used: its tables were made by another version of the service", e);
    } catch (FlywayException e) {
      throw new UnusableDatabaseException(name + " can't be used: " + Database.reason(e), e);
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
