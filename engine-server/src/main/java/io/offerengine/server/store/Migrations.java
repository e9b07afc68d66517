package io.offerengine.server.store;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** Creates the tables of a database, or migrates older ones. */
final class Migrations {
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

  /** Refuses a database that a newer version of the service has migrated. */
  private static void requireKnown(MigrationInfoService migrations, String name) {
    String known = "none";
    for (MigrationInfo each : migrations.all()) {
      if (each.getState().isResolved()) {
        known = String.valueOf(each.getVersion());
      } else if (each.getState().isApplied()) {
        throw new UnusableDatabaseException(
            name
                + " can't be used: its tables were made by a newer version of the service (version "
                + each.getVersion()
                + " of the tables; this service knows those up to "
                + known
                + "); use that service, or restore a copy");
      }
    }
  }
}
