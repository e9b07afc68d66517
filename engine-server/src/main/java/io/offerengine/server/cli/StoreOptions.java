package io.offerengine.server.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
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
  private static final String FORM =
      "; give " + StoreLocation.POSTGRESQL + "HOST:PORT/NAME?user=USER&password=PASSWORD";

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

  /**
   * Returns the database.
   *
   * @throws ParameterException if no database was given, or two, or an invalid one
   */
  public StoreLocation required() {
    StoreLocation location = location();
    if (location == null) {
      throw wrong(
          "No database was given: use --data DIR or --database URL, or name one in the environment"
              + " or in the configuration file");
    }
    return location;
  }

  /**
   * Returns the database; null if none was given.
   *
   * @throws ParameterException if the options name two databases, or an invalid one
   */
  public @Nullable StoreLocation location() {
    if (data != null && database != null) {
      throw wrong("--data and --database name two databases; give one of them");
    }
    if (data != null) {
      return new StoreLocation(directory(data), null);
    }
    return database == null ? null : new StoreLocation(null, address(database));
  }

  private Path directory(String name) {
    try {
      if (!name.isEmpty()) {
        return Path.of(name);
      }
    } catch (InvalidPathException e) {
      // Refused below, like an empty path.
    }
    throw wrong(DATA_OPTION + " names no directory; give a path");
  }

  private String address(String url) {
    if (!url.startsWith(StoreLocation.POSTGRESQL)) {
      throw wrong(DATABASE_OPTION + " is not the address of a PostgreSQL database" + FORM);
    }
    String host = url.substring(StoreLocation.POSTGRESQL.length()).replaceFirst("[/?].*", "");
    if (host.contains("@")) {
      throw wrong(DATABASE_OPTION + " has a user before the host" + FORM);
    }
    return url;
  }

  /** Returns the error of a wrong command line. */
  ParameterException wrong(String problem) {
    return new ParameterException(command.commandLine(), problem);
  }
}
