package io.offerengine.server.cli;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import io.offerengine.server.store.UnusableDatabaseException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that name the database of a command.
 *
 * <p>Errors never show the address, which may hold a password.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
public final class StoreOptions {
  private static final String DATA_OPTION = "--data";
  private static final String DATABASE_OPTION = "--database";
  private static final String POSTGRESQL = "jdbc:postgresql://";
  private static final String FORM = POSTGRESQL + "HOST:PORT/NAME?user=USER&password=PASSWORD";

  /** Host, port and name of an address, and its user. */
  private static final Pattern ADDRESS =
      Pattern.compile("([^:/?,]*)(?::([0-9]+))?/?([^?]*)(?:\\?(?:.*&)?user=([^&]*).*|\\?.*)?");

  private static final Logger LOG = LoggerFactory.getLogger(StoreOptions.class);

  // Not a picocli group: if both options are given, its error shows their values.
  @Option(
      names = DATA_OPTION,
      paramLabel = "DIR",
      description = {
        "The directory of a SQLite database; created if missing.",
        "Also: the environment variable OFFER_ENGINE_DATA."
      })
  private @Nullable String data;

  @Option(
      names = DATABASE_OPTION,
      paramLabel = "URL",
      description = {
        "The address of a PostgreSQL database, in place of --data:",
        "jdbc:postgresql://HOST:PORT/NAME?user=USER",
        "Also: the environment variable OFFER_ENGINE_DATABASE, which hides a password."
      })
  private @Nullable String database;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** The given database: a directory or the address of a PostgreSQL database. */
  private record Location(@Nullable Path directory, @Nullable String url) {}

  /**
   * Returns whether a database was given.
   *
   * @throws ParameterException if the options name two databases, or an invalid one
   */
  public boolean isGiven() {
    return location() != null;
  }

  /**
   * Returns the directory of the database.
   *
   * @return null for a PostgreSQL database, and if no database was given
   */
  public @Nullable Path directory() {
    Location location = location();
    return location == null ? null : location.directory();
  }

  /**
   * Returns the name of the database for messages, without its parameters, which may hold a
   * password.
   */
  public String describe() {
    Location location = given();
    return location.url() == null
        ? String.valueOf(location.directory())
        : location.url().replaceFirst("\\?.*", "");
  }

  /**
   * Returns the command that copies a PostgreSQL database, without a password.
   *
   * @param file the file of the copy
   */
  String dumpCommand(String file) {
    String address = String.valueOf(given().url()).substring(POSTGRESQL.length());
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      return "pg_dump --format=custom --file=" + file + " NAME";
    }
    String user = parts.group(4);
    return "pg_dump --format=custom --file="
        + file
        + (parts.group(1).isEmpty() ? "" : " --host=" + parts.group(1))
        + (parts.group(2) == null ? "" : " --port=" + parts.group(2))
        + (user == null ? "" : " --username=" + user)
        + (parts.group(3).isEmpty() ? "" : " " + parts.group(3));
  }

  /**
   * Opens the database.
   *
   * @throws ParameterException if no database was given
   * @throws CommandFailure if the database can't be used
   */
  public Database open() {
    return opened(Database::postgresql, Database::sqlite);
  }

  /**
   * Returns what {@link #open} would change in an existing database, for people; null if it would
   * change nothing.
   *
   * @throws ParameterException if no database was given
   * @throws CommandFailure if the database can't be used
   */
  public @Nullable String pendingChange() {
    return this.<@Nullable String>opened(
        Database::pendingChangeOfPostgresql, Database::pendingChangeOfSqlite);
  }

  private <T extends @Nullable Object> T opened(
      Function<String, T> postgresql, Function<Path, T> sqlite) {
    Location location = given();
    try {
      if (location.url() != null) {
        return postgresql.apply(location.url());
      }
      return sqlite.apply(location.directory() == null ? Path.of("") : location.directory());
    } catch (UnusableDatabaseException e) {
      throw new CommandFailure(
          ExitCode.DATABASE, e.getMessage() + "; check " + DATA_OPTION + " and " + DATABASE_OPTION);
    }
  }

  /**
   * Runs work on an existing database.
   *
   * @throws ParameterException if no database was given
   * @throws CommandFailure if the database does not exist, can't be used, or fails
   */
  public <T> T useExisting(Function<Database, T> work) {
    Path directory = given().directory();
    if (directory != null && !Database.isIn(directory)) {
      throw new CommandFailure(
          ExitCode.DATABASE, directory + " holds no database; check " + DATA_OPTION);
    }
    return use(work);
  }

  /**
   * Opens the database, runs work on it and closes it. A missing database is created.
   *
   * @throws ParameterException if no database was given
   * @throws CommandFailure if the database can't be used, or fails
   */
  <T> T use(Function<Database, T> work) {
    try (Database opened = open()) {
      return work.apply(opened);
    } catch (StoreException e) {
      LOG.error("The database failed", e);
      throw new CommandFailure(ExitCode.DATABASE, describe() + ": " + e.getMessage());
    }
  }

  private Location given() {
    Location location = location();
    if (location == null) {
      throw new ParameterException(
          command.commandLine(),
          "No database was given: use "
              + DATA_OPTION
              + " DIR or "
              + DATABASE_OPTION
              + " URL, or name one in the environment or in the configuration file");
    }
    return location;
  }

  private @Nullable Location location() {
    try {
      if (data != null && database != null) {
        throw new IllegalArgumentException(
            DATA_OPTION + " and " + DATABASE_OPTION + " name two databases; give one of them");
      }
      if (data != null) {
        return new Location(path(data, DATA_OPTION), null);
      }
      if (database == null) {
        return null;
      }
      requireAddress(database, DATABASE_OPTION);
      return new Location(null, database);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private static Path path(String directory, String name) {
    try {
      if (!directory.isEmpty()) {
        return Path.of(directory);
      }
    } catch (InvalidPathException e) {
      // Refused below, like an empty path.
    }
    throw new IllegalArgumentException(name + " names no directory; give a path");
  }

  private static void requireAddress(String url, String name) {
    if (!url.startsWith(POSTGRESQL)) {
      throw new IllegalArgumentException(
          name + " is not the address of a PostgreSQL database; give " + FORM);
    }
    String host = url.substring(POSTGRESQL.length()).replaceFirst("[/?].*", "");
    if (host.contains("@")) {
      throw new IllegalArgumentException(name + " has a user before the host; give " + FORM);
    }
  }
}
