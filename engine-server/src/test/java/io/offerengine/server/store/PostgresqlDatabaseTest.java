package io.offerengine.server.store;

import static io.offerengine.server.store.TestDatabase.change;
import static io.offerengine.server.store.TestDatabase.isAnyoneWaiting;
import static io.offerengine.server.store.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.Sql;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The contract of a database on PostgreSQL. */
class PostgresqlDatabaseTest extends DatabaseContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }

  @Test
  void open_ofAnAddressThatNobodyListensOn_isRefusedWithoutItsPassword() {
    String nobody = "jdbc:postgresql://127.0.0.1:1/market?user=u&password=s3cret";
    assertThatThrownBy(() -> Database.postgresql(nobody))
        .isExactlyInstanceOf(UnusableDatabaseException.class)
        .hasMessageStartingWith("the PostgreSQL database can't be used: ")
        .hasMessageNotContaining("s3cret");
  }

  /** Whatever is written, the disk has no room for it. */
  @Test
  void disk_thatStaysFull_isKnownUntilThereIsRoom() {
    try (Database database = open()) {
      database.watch();
      change(
          database,
          "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS"
              + " $$ BEGIN RAISE SQLSTATE '53100'; END $$");
      change(
          database,
          "CREATE TRIGGER no_room BEFORE UPDATE ON alert_state EXECUTE FUNCTION no_room()");
      assertThat(database.problem()).isNull();
      assertThatThrownBy(() -> change(database, "UPDATE alert_state SET seq = 0"))
          .hasMessageContaining("the disk of the database is full; nothing was stored");
      Waiting.until(() -> database.problem() != null);
      assertThat(database.problem())
          .startsWith("the database stores nothing: changes, templates, invoices");
      change(database, "DROP TRIGGER no_room ON alert_state");
      Waiting.until(() -> database.problem() == null);
    }
  }

  @Test
  void write_overAConnectionThatBreaks_saysThatItMayBeTriedAgain() {
    try (Database database = open()) {
      assertUnavailable(() ->
              number(database, "SELECT CAST(pg_terminate_backend(pg_backend_pid()) AS INTEGER)"))
          .hasMessage("UNAVAILABLE: the database can't be reached now; try again");
      assertThat(database.<Boolean>write(sql -> sql.connection().isValid(1))).isTrue();
    }
  }

  /** A write that begins while the tables are being changed waits, and is refused. */
  @Test
  void write_whileAnotherVersionChangesTheTables_waitsAndIsRefused() throws Exception {
    try (Database database = open();
        Connection other = DriverManager.getConnection(url);
        Statement statement = other.createStatement()) {
      statement.execute(lock("pg_advisory_lock"));
      Future<Integer> write = Together.beside(() -> database.write(sql -> put(sql, "a", 1)));
      Waiting.until(() -> write.isDone() || isAnyoneWaiting(database));
      noteLayout(new Sql(other), "13");
      statement.execute(lock("pg_advisory_unlock"));

      assertThatThrownBy(write::get)
          .hasCauseInstanceOf(StoreException.class)
          .hasMessageContaining("has changed the tables of the database; nothing was stored");
      assertThat(sizes(database)).isEmpty();
    }
  }

  /** Tables are changed when the transactions that write have ended. */
  @Test
  void open_thatChangesTables_waitsForWrites() throws Exception {
    String empty = PostgresqlServer.newDatabase();
    try (Database database = open();
        Connection other = DriverManager.getConnection(empty);
        Statement statement = other.createStatement()) {
      statement.execute(lock("pg_advisory_lock_shared"));
      Future<Database> opening = Together.beside(() -> Database.postgresql(empty));
      Waiting.until(() -> opening.isDone() || isAnyoneWaiting(database));
      try (ResultSet table = statement.executeQuery("SELECT to_regclass('settings') IS NULL")) {
        table.next();
        assertThat(table.getBoolean(1)).isTrue();
      }
      statement.execute(lock("pg_advisory_unlock_shared"));
      opening.get().close();
    }
  }

  private static String lock(String function) {
    return "SELECT " + function + "(" + Migrations.LOCK + ")";
  }
}
