package io.offerengine.server.store;

import io.offerengine.log.Sql;
import io.offerengine.log.SqlFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** Creates and checks the file of a SQLite database before it is opened. */
final class DatabaseFile {
  /** The page size: a page has room for several offers of about 1,500 bytes. */
  private static final int PAGE_BYTES = 8_192;

  /**
   * The tables that are checked at the start. The log of offers is large; each part of it is
   * checked when it is read.
   */
  private static final List<String> CHECKED =
      List.of("users", "api_keys", "ledger", "templates", "settings");

  private static final FileAttribute<?>[] OWNER_ALONE_FILE = attributes("rw-------");
  private static final FileAttribute<?>[] OWNER_ALONE_DIRECTORY = attributes("rwx------");

  private DatabaseFile() {}

  /**
   * Creates a missing file and its directory, readable by their owner alone, and checks an existing
   * file.
   *
   * @throws UnusableDatabaseException if the file is damaged or no database
   */
  static void prepare(Path file) {
    try {
      if (!Files.exists(file)) {
        make(file);
      }
      if (Files.size(file) == 0) {
        throw new UnusableDatabaseException(
            file
                + " has zero bytes: its content is lost; restore it from a copy, or delete the file"
                + " to start with an empty database");
      }
    } catch (IOException e) {
      throw new UnusableDatabaseException(file + " can't be made: " + SqlFailure.reason(e), e);
    }
    try (Connection connection = connect(file)) {
      Sql sql = new Sql(connection);
      sql.only("PRAGMA journal_mode = WAL", row -> true);
      check(file, sql);
    } catch (SQLException e) {
      throw new UnusableDatabaseException(file + " can't be used: " + SqlFailure.reason(e), e);
    }
  }

  /** Makes an empty database under another name first, so that a file never has zero bytes. */
  private static void make(Path file) throws IOException {
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Files.createDirectories(directory, OWNER_ALONE_DIRECTORY);
    Path draft = Files.createTempFile(directory, "offer-engine", ".new", OWNER_ALONE_FILE);
    try {
      try (Connection connection = connect(draft);
          Statement statement = connection.createStatement()) {
        // In this order: once the journal mode is set, the page size is fixed.
        statement.execute("PRAGMA page_size = " + PAGE_BYTES);
        statement.execute("PRAGMA journal_mode = WAL");
      } catch (SQLException e) {
        throw new UnusableDatabaseException(file + " can't be made: " + SqlFailure.reason(e), e);
      }
      // Unlike a move, a link never replaces a file.
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException made) {
      // By another process, meanwhile.
    } finally {
      Files.delete(draft);
    }
  }

  private static Connection connect(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout((int) ConnectionPools.SQLITE_PATIENCE.toMillis());
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    return source.getConnection();
  }

  /**
   * Copies a database that others may write meanwhile. The copy is one version of it.
   *
   * @param target a file that does not exist; its owner alone may read it
   * @throws UnusableDatabaseException if the copy can't be made; then there is no target
   */
  static void copy(Path file, Path target) {
    try {
      Path directory = Objects.requireNonNull(target.toAbsolutePath().getParent());
      Path draft = Files.createTempFile(directory, "offer-engine", ".part", OWNER_ALONE_FILE);
      try {
        try (Connection connection = connect(file)) {
          new Sql(connection).update("VACUUM INTO ?", draft.toString());
        }
        try (FileChannel written = FileChannel.open(draft, StandardOpenOption.WRITE)) {
          written.force(true);
        }
        Files.createLink(target, draft);
      } finally {
        Files.delete(draft);
      }
    } catch (FileAlreadyExistsException e) {
      throw new UnusableDatabaseException(target + " exists already; choose another file", e);
    } catch (IOException | SQLException e) {
      throw new UnusableDatabaseException(
          target + " can't be written: " + SqlFailure.reason(e) + "; check its directory", e);
    }
  }

  private static void check(Path file, Sql sql) throws SQLException {
    for (String table : CHECKED) {
      if (sql.number("SELECT COUNT(*) FROM sqlite_master WHERE name = ?", table) == 0) {
        continue;
      }
      String first = sql.only("PRAGMA quick_check('" + table + "')", row -> row.getString(1));
      if (!first.equals("ok")) {
        throw new UnusableDatabaseException(
            file + " is damaged: " + first.replaceAll("\\s+", " ") + "; restore it from a copy",
            new SQLException(first));
      }
    }
  }

  private static FileAttribute<?>[] attributes(String permissions) {
    boolean knowsThem = Path.of("").getFileSystem().supportedFileAttributeViews().contains("posix");
    return knowsThem
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
