package io.offerengine.server.store;

import static io.offerengine.server.store.TestDatabase.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.Sql;
import io.offerengine.query.ErrorCode;
import io.offerengine.testing.Together;
import java.sql.SQLException;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of a database. */
abstract class DatabaseContract {
  @AutoClose private Database database;

  /** Opens the same database at each call. */
  abstract Database open();

  @BeforeEach
  void openIt() {
    database = open();
  }

  @Test
  void write_thatFails_leavesNothing() {
    assertThatThrownBy(() ->
            database.write(sql -> {
              put(sql, "a", 1);
              throw new IllegalStateException("no");
            }))
        .isExactlyInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() ->
            database.write(sql -> {
              put(sql, "b", 1);
              return put(sql, "b", 2);
            }))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL_ERROR))
        .hasMessage("INTERNAL_ERROR: the database failed; the fault is in the log")
        .hasCauseInstanceOf(SQLException.class);
    assertThat(sizes(database)).isEmpty();
  }

  @Test
  void read_seesOneVersion() {
    database.write(sql -> put(sql, "a", 1));
    List<Integer> seen =
        database.read(sql -> {
          List<Integer> before = sizes(sql);
          database.write(other -> put(other, "b", 2));
          assertThat(sizes(sql)).isEqualTo(before);
          return before;
        });
    assertThat(seen).containsExactly(1);
    assertThat(sizes(database)).containsExactly(1, 2);
  }

  @Test
  void write_fromManyThreads_losesNothing() throws Exception {
    Together.call(200, i -> database.write(sql -> put(sql, "name" + i, 3)));
    assertThat(sizes(database)).hasSize(200);
  }

  @Test
  void open_ofTablesOfAnotherVersion_isRefused() {
    change(database, "UPDATE flyway_schema_history SET checksum = 7 WHERE version = '11'");
    assertThatThrownBy(this::open)
        .isExactlyInstanceOf(UnusableDatabaseException.class)
        .hasMessageEndingWith("its tables were made by another version of the service");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "99 | its tables have the layout 99, and this service knows those up to 12; use the newer",
        "10 | its tables have the layout 10, and this service knows those from 11 on; use the old",
      })
  void open_ofTablesOfAnotherLayout_isRefusedWithBothNumbers(String layout, String message) {
    database.write(sql -> {
      noteLayout(sql, layout);
      return layout.equals("10")
          ? sql.update("DELETE FROM flyway_schema_history WHERE version IN ('11', '12')")
          : 0;
    });
    assertThatThrownBy(this::open)
        .isExactlyInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining(message);
  }

  /** Notes another layout, as another version of the service does. */
  static int noteLayout(Sql sql, String layout) throws SQLException {
    return sql.update(
        "INSERT INTO flyway_schema_history SELECT 1000, '"
            + layout
            + "', 'other', type, script, 1, installed_by, installed_on, 1, success FROM"
            + " flyway_schema_history WHERE version = '11'");
  }

  /** A service that still runs when another version has taken over the tables writes nothing. */
  @Test
  void write_afterAnotherVersionChangedTheTables_storesNothing() {
    database.write(sql -> put(sql, "a", 1));
    database.write(sql -> noteLayout(sql, "13"));

    assertUnavailable(() -> database.write(sql -> put(sql, "b", 2)))
        .hasMessage(
            "UNAVAILABLE: another version of the service has changed the tables of the database;"
                + " nothing was stored: use that version");
    assertThat(sizes(database)).containsExactly(1);
  }

  static int put(Sql sql, String name, int size) throws SQLException {
    return sql.update("INSERT INTO settings VALUES (?, ?)", name, new byte[size]);
  }

  static List<Integer> sizes(Database database) {
    return database.read(DatabaseContract::sizes);
  }

  private static List<Integer> sizes(Sql sql) throws SQLException {
    return sql.list("SELECT value FROM settings ORDER BY name", row -> row.getBytes(1).length);
  }

  /** Asserts that work is refused since the database can't do it now. */
  static AbstractThrowableAssert<?, ?> assertUnavailable(ThrowingCallable work) {
    return assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
  }
}
