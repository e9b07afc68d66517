package io.offerengine.server.cli;

import io.offerengine.log.LogUnavailableException;
import io.offerengine.log.UnusableLogException;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import io.offerengine.server.store.UnusableDatabaseException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database of a command: the directory of a SQLite database, or the address of a PostgreSQL
 * database, which may hold a password.
 *
 * @param directory null for PostgreSQL
 * @param url null for SQLite; errors never show it
 */
public record StoreLocation(@Nullable Path directory, @Nullable String url) {
  static final String POSTGRESQL = "jdbc:postgresql://";

  /** Host, port and name of an address, and its user. */
  private static final Pattern ADDRESS =
      Pattern.compile("([^:/?,]*)(?::([0-9]+))?/?([^?]*)(?:\\?(?:.*&)?user=([^&]*).*|\\?.*)?");

  private static final Logger LOG = LoggerFactory.getLogger(StoreLocation.class);

  /** Returns whether other services may use the database, too: whether it is on PostgreSQL. */
  public boolean isShared() {
    return url != null;
  }

  /** Returns the name for people, without parameters, which may hold a password. */
  @Override
  public String toString() {
    return url == null ? String.valueOf(directory) : url.replaceFirst("\\?.*", "");
  }

  /**
   * Returns the command that copies a PostgreSQL database, without a password.
   *
   * @param file the file of the copy
   */
  String dumpCommand(String file) {
    String command = "pg_dump --format=custom --file=" + file;
    Matcher parts = ADDRESS.matcher(String.valueOf(url).substring(POSTGRESQL.length()));
    if (!parts.matches()) {
      return command + " NAME";
    }
    String user = parts.group(4);
    return command
        + (parts.group(1).isEmpty() ? "" : " --host=" + parts.group(1))
        + (parts.group(2) == null ? "" : " --port=" + parts.group(2))
        + (user == null ? "" : " --username=" + user)
        + (parts.group(3).isEmpty() ? "" : " " + parts.group(3));
  }

  /**
   * Opens the database.
   *
   * @throws CommandFailure if the database can't be used
   */
  public Database open() {
    return opened(Database::postgresql, Database::sqlite);
  }

  /**
   * Returns what {@link #open} would change in an existing database, for people; null if it would
   * change nothing.
   *
   * @throws CommandFailure if the database can't be used
   */
  public @Nullable String pendingChange() {
    return this.<@Nullable String>opened(
        Database::pendingChangeOfPostgresql, Database::pendingChangeOfSqlite);
  }

  private <T extends @Nullable Object> T opened(
      Function<String, T> postgresql, Function<Path, T> sqlite) {
    try {
      if (url != null) {
        return postgresql.apply(url);
      }
      return sqlite.apply(directory == null ? Path.of("") : directory);
    } catch (UnusableDatabaseException e) {
      throw new CommandFailure(ExitCode.DATABASE, e.getMessage() + "; check --data and --database");
    }
  }

  /**
   * Runs work on an existing database.
   *
   * @throws CommandFailure if the database does not exist, or as {@link #use} does
   */
  public <T> T useExisting(Function<Database, T> work) {
    if (directory != null && !Database.isIn(directory)) {
      throw new CommandFailure(ExitCode.DATABASE, directory + " holds no database; check --data");
    }
    return use(work);
  }

  /**
   * Opens the database, runs work on it and closes it. A missing database is created.
   *
   * @throws CommandFailure if the database or its log can't be used, or fails
   */
  <T> T use(Function<Database, T> work) {
    try (Database opened = open()) {
      return work.apply(opened);
    } catch (StoreException e) {
      LOG.error("The database failed", e);
      throw failure(e);
    } catch (UnusableLogException | LogUnavailableException e) {
      throw failure(e);
    }
  }

  private CommandFailure failure(RuntimeException e) {
    return new CommandFailure(ExitCode.DATABASE, this + ": " + e.getMessage());
  }
}
