package io.offerengine.server.offers;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.PostgresqlServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of older databases on PostgreSQL. */
@Tag("full")
class PostgresqlOlderDatabaseTest extends OlderDatabaseContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }

  /** PostgreSQL was killed after columns were added, and before this was noted. */
  @Test
  void open_ofColumnsWhoseMigrationWasCutOff_migratesAgain() {
    forget("'8', '9'");
    assertThat(restarted()).isEmpty();
  }
}
