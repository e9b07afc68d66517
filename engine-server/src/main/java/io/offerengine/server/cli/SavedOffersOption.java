package io.offerengine.server.cli;

import java.nio.file.Path;
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
        "The directory of files for a fast start; none:",
        "no files (default: saved-offers in the directory",
        "of --data; with --database none)."
      })
  private @Nullable Path given;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Refuses a directory without a database, from which a start could catch up. */
  public void check(boolean hasDatabase) {
    if (given != null && !hasDatabase && !given.toString().equals(NONE)) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '--saved-offers': it needs --data or --database beside it");
    }
  }

  /** Returns the directory; null if offers are not saved. */
  public @Nullable Path directory(StoreOptions store) {
    if (given != null) {
      return given.toString().equals(NONE) ? null : given;
    }
    Path data = store.directory();
    return data == null ? null : data.resolve(DIRECTORY);
  }
}
