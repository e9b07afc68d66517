package io.offerengine.server.store;

import static io.offerengine.server.store.TestDatabase.change;
import static io.offerengine.server.store.TestDatabase.number;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.server.CapturedLog;
import io.offerengine.server.CommandRun;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The contract of a database on SQLite. */
class SqliteDatabaseTest extends DatabaseContract {
  private static final String INSERT = "INSERT INTO settings (name, value) VALUES ('a', x'00')";

  @TempDir private Path directory;

  @Override
  Database open() {
    return Database.sqlite(directory);
  }

  @Test
  void open_survivesAPowerFailureByItsSettings() {
    try (Database database = open()) {
      String mode = database.read(sql -> sql.only("PRAGMA journal_mode", row -> row.getString(1)));
      assertThat(mode).isEqualTo("wal");
      assertThat(number(database, "PRAGMA synchronous")).isEqualTo(2);
      assertThat(number(database, "PRAGMA page_size")).isEqualTo(8_192);
    }
  }

  @Test
  void open_makesWhatItsOwnerAloneMayRead() throws IOException {
    Path made = directory.resolve("a").resolve("b");
    try (Database database = Database.sqlite(made)) {
      database.write(sql -> 0);
      assertThat(permissions(made)).isEqualTo("rwx------");
      for (String file : List.of("offer-engine.db", "offer-engine.db-wal")) {
        assertThat(permissions(made.resolve(file))).as(file).isEqualTo("rw-------");
      }
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void open_ofADamagedTable_isRefusedByName() throws IOException {
    Path other = directory.resolve("other");
    try (Database database = Database.sqlite(other)) {
      List<Object[]> rows = new ArrayList<>();
      IntStream.range(0, 2_000).forEach(i -> rows.add(new Object[] {"name " + i, new byte[500]}));
      database.<Boolean>write(sql -> {
        sql.updateAll("INSERT INTO settings VALUES (?, ?)", rows);
        return true;
      });
    }
    Path file = other.resolve("offer-engine.db");
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(bytes.length() / 2);
      bytes.write("damage".repeat(5_000).getBytes(UTF_8));
    }
    assertThatThrownBy(() -> Database.sqlite(other))
        .isExactlyInstanceOf(UnusableDatabaseException.class)
        .hasMessageStartingWith(file + " is damaged: ")
        .hasMessageEndingWith("; restore it from a copy");
  }

  @Test
  void open_ofZeroBytes_isRefusedWithTheRemedy() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    Path file = Files.createFile(other.resolve("offer-engine.db"));
    assertThatThrownBy(() -> Database.sqlite(other))
        .isExactlyInstanceOf(UnusableDatabaseException.class)
        .hasMessage(
            "%s has zero bytes: its content is lost; restore it from a copy, or delete the file to"
                + " start with an empty database",
            file);
    Files.delete(file);
    try (Database database = Database.sqlite(other)) {
      assertThat(file).isNotEmptyFile();
      assertThat(database.check()).allMatch(check -> check.damages().isEmpty());
    }
  }

  @Test
  void open_ofAFileThatIsNoDatabase_isRefusedByName() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    Path file = Files.writeString(other.resolve("offer-engine.db"), "no database".repeat(100));
    assertThatThrownBy(() -> Database.sqlite(other))
        .isExactlyInstanceOf(UnusableDatabaseException.class)
        .hasMessageStartingWith(file + " can't be used: ")
        .hasMessageContaining("not a database");
    assertThat(file).hasContent("no database".repeat(100));
  }

  @Test
  void writes_onAFullDisk_sayTheyStoreNothingAndLeaveOneLineInTheLog() {
    try (CapturedLog log = new CapturedLog(Reachability.class);
        Database database = open()) {
      for (int i = 0; i < 5; i++) {
        // The pool replaces a connection that failed.
        database.write(
            sql -> sql.connection().createStatement().execute("PRAGMA max_page_count = 40"));
        assertUnavailable(() -> database.write(sql -> put(sql, "large", 1 << 20)))
            .hasMessage(
                "UNAVAILABLE: the disk of the database is full; nothing was stored, try again"
                    + " later");
      }
      assertThat(sizes(database)).isEmpty();
      assertThat(log.messages())
          .containsExactly(
              "The disk of the database is full: changes are refused until there is room");
    }
  }

  /** By another process: if this one closed the file, SQLite would lose its locks. */
  private void cut(long bytes) throws Exception {
    CommandRun.ofProgram("truncate", "-s", Long.toString(bytes), directory + "/offer-engine.db")
        .succeeded();
  }

  /** Writes so much that the file has more than its write-ahead log. */
  private static long grow(Database database, Path file) throws IOException {
    for (int i = 0; i < 12; i++) {
      String name = "name " + i;
      database.<Integer>write(sql -> put(sql, name, 1 << 20));
    }
    return Files.size(file);
  }

  private static String awaitProblem(Database database) {
    Waiting.until(() -> database.problem() != null);
    return database.problem();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5})
  void file_thatIsCut_isKnownAndTakesNothing(double share) throws Exception {
    try (Database database = open()) {
      database.watch();
      long bytes = grow(database, directory.resolve("offer-engine.db"));
      assertThat(database.problem()).isNull();
      cut((long) (bytes * share));
      assertThat(awaitProblem(database))
          .contains("offer-engine.db was cut while this program used it; restore it from a copy");
      assertUnavailable(() -> sizes(database)).hasMessageContaining("deleted, replaced or cut");
      assertUnavailable(() -> change(database, INSERT)).hasMessageContaining("nothing is stored");
      // SQLite would make it long again.
      cut(2 * bytes);
      assertUnavailable(() -> sizes(database)).hasMessageContaining("deleted, replaced or cut");
    }
  }

  @Test
  void damage_thatOneReadFinds_endsAllWork() throws Exception {
    try (Database database = open()) {
      database.watch();
      change(database, INSERT);
      SQLException damage =
          new SQLiteException("a page is malformed", SQLiteErrorCode.SQLITE_CORRUPT_INDEX);
      assertUnavailable(() ->
              database.read(sql -> {
                throw damage;
              }))
          .hasMessageContaining("the database file is damaged; restore it from a copy");
      assertThat(awaitProblem(database)).contains("damaged").contains("restart the service");
      assertUnavailable(() -> change(database, INSERT))
          .hasMessageContaining("the database file is damaged");
    }
  }

  /** Without a service that has claimed the database, work goes on: verify lists all damage. */
  @Test
  void damage_thatACommandFinds_letsItGoOn() {
    try (Database database = open()) {
      SQLException damage = new SQLiteException("malformed", SQLiteErrorCode.SQLITE_CORRUPT);
      assertUnavailable(() ->
              database.read(sql -> {
                throw damage;
              }))
          .hasMessageContaining("is damaged");
      assertThat(sizes(database)).isEmpty();
    }
  }

  @Test
  void write_thatTheDiskHasNoRoomFor_isNoLastingProblemIfOthersSucceed() {
    try (Database database = open()) {
      database.watch();
      SQLException full = new SQLiteException("no room", SQLiteErrorCode.SQLITE_FULL);
      assertUnavailable(() ->
              database.write(sql -> {
                throw full;
              }))
          .hasMessageContaining("is full");
      change(database, INSERT);
      assertThat(database.problem()).isNull();
    }
  }

  @Test
  void write_afterOneThatFoundTheDatabaseLocked_isWholeOrNothing() throws SQLException {
    try (Database database = Database.sqlite(directory, Duration.ofMillis(500))) {
      assertLockIsTold(database);
      assertThatThrownBy(() ->
              database.write(sql -> {
                put(sql, "a", 1);
                throw new IllegalStateException("after the first statement");
              }))
          .hasMessage("after the first statement");
      assertThat(sizes(database)).isEmpty();
      change(database, INSERT);
      assertThat(sizes(database)).hasSize(1);
    }
  }

  /** Writes while another connection holds the lock. */
  private void assertLockIsTold(Database database) throws SQLException {
    String url = "jdbc:sqlite:" + directory.resolve("offer-engine.db");
    try (Connection other = DriverManager.getConnection(url);
        Statement lock = other.createStatement()) {
      lock.execute("BEGIN IMMEDIATE");
      assertUnavailable(() -> change(database, INSERT));
    }
  }
}
