package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The option that names the directory of saved offers.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
public final class SavedOffersOption {
  private static final String NONE = "none";
  private static final String DIRECTORY = "saved-offers";

  @Option(
      names = "--saved-offers",
      paramLabel = "DIR",
      description = {
        "The directory of files for a fast start, and of the",
        "last change that was seen; none: no files (default:",
        "saved-offers in the directory of --data; with",
        "--database and a port other than 0: one for the port",
        "and the database in $STATE_DIRECTORY, or in",
        "~/.local/state/offer-engine)."
      })
  private @Nullable Path given;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * Refuses a directory without a database, from which a start could catch up, and a member without
   * a directory.
   */
  public void check(StoreOptions store, int port, Map<String, String> environment) {
    Path unused = directory(store, port, environment);
    if (given != null && !store.isGiven() && !given.toString().equals(NONE)) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '--saved-offers': it needs --data or --database beside it");
    }
  }

  /**
   * Returns the directory; null if offers are not saved.
   *
   * @param port the port that the service listens on, which tells it from others of its machine; 0
   *     for any, so that a later start would not find its directory
   * @throws ParameterException if a member has no directory by default
   */
  public @Nullable Path directory(StoreOptions store, int port, Map<String, String> environment) {
    if (given != null) {
      return given.toString().equals(NONE) ? null : given;
    }
    Path data = store.directory();
    if (data != null) {
      return data.resolve(DIRECTORY);
    }
    return port == 0 || !store.isGiven()
        ? null
        : state(environment).resolve(DIRECTORY + "-" + port + "-" + hash(store.describe()));
  }

  /** Returns where the programs of this user keep what outlives them. */
  private Path state(Map<String, String> environment) {
    String systemd = environment.getOrDefault("STATE_DIRECTORY", "").split(":", 2)[0];
    if (!systemd.isEmpty()) {
      return Path.of(systemd);
    }
    String home = environment.getOrDefault("HOME", "");
    if (home.isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "Missing option '--saved-offers': the service keeps there what it has seen of the"
              + " database, and neither STATE_DIRECTORY nor HOME names a place; name a directory,"
              + " or none");
    }
    return Path.of(home, ".local", "state", "offer-engine");
  }

  /** Tells databases apart. */
  private static String hash(String database) {
    CRC32C hash = new CRC32C();
    hash.update(database.getBytes(UTF_8));
    return HexFormat.of().toHexDigits((int) hash.getValue());
  }
}
