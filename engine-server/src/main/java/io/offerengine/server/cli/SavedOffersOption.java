package io.offerengine.server.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

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

  /** Returns the directory; null if offers are not saved. */
  public @Nullable Path directory(StoreOptions store) {
    if (given != null) {
      return given.toString().equals(NONE) ? null : given;
    }
    Path data = store.directory();
    return data == null ? null : data.resolve(DIRECTORY);
  }
}
