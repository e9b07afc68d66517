package io.offerengine.log;

import io.offerengine.OfferEngine;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * The segments of an engine as files, from which it starts much faster than from where its offers
 * come from. That stays the only truth: files are used only if it goes on from their position, and
 * anybody may delete them.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class SegmentCache {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private final Path directory;

  /** Ends the position of the files. */
  private final String build;

  /** The version of the files; -1 if it is not known. */
  private long saved = -1;

  /**
   * Creates a cache.
   *
   * @param build the build of the program: files of other builds are not used, since their code may
   *     derive other values
   */
  SegmentCache(Path directory, String build) {
    this.directory = directory;
    this.build = " build " + build.replaceAll("\\s+", " ");
  }

  /**
   * Restores the offers into an engine without offers.
   *
   * @param versions returns the version of a position; empty if nothing goes on from there
   * @return whether the engine has the offers; otherwise it has none, and the log of the program
   *     says why
   */
  synchronized boolean restore(OfferEngine engine, Function<String, OptionalLong> versions) {
    long start = System.nanoTime();
    try {
      long version = usable(versions);
      engine.restoreUnchanged(directory, version);
      saved = version;
      LOGGER.log(
          Level.INFO,
          "Restored {0} offers in {1} ms, as of version {2}; later changes follow",
          engine.snapshot().size(),
          (System.nanoTime() - start) / 1_000_000,
          version);
      return true;
    } catch (UnusableFilesException e) {
      Level level = e.reason() == Reason.MISSING ? Level.INFO : Level.WARNING;
      LOGGER.log(level, "Loading all offers: {0}", e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      LOGGER.log(Level.WARNING, "Loading all offers: files can't be read", e);
    }
    return false;
  }

  private long usable(Function<String, OptionalLong> versions) throws IOException {
    String text = OfferEngine.savedPosition(directory);
    if (!text.endsWith(build)) {
      throw new UnusableFilesException(
          Reason.VERSION,
          directory + " has offers of another build: \"" + text + "\", not of" + build);
    }
    String position = text.substring(0, text.length() - build.length());
    return versions
        .apply(position)
        .orElseThrow(() ->
            new UnusableFilesException(
                Reason.FOREIGN,
                directory
                    + " has offers as of \""
                    + position
                    + "\", from where the log does not go on"));
  }

  /**
   * Saves the offers of an engine if they have changed since the last time; logs a failure.
   *
   * @param positions returns the position of a version
   */
  synchronized void save(OfferEngine engine, LongFunction<String> positions) {
    if (engine.snapshot().version() == saved) {
      return;
    }
    long[] version = new long[1];
    try {
      engine.save(
          directory,
          saving -> {
            version[0] = saving;
            return positions.apply(saving) + build;
          });
      saved = version[0];
    } catch (IOException | RuntimeException e) {
      LOGGER.log(
          Level.WARNING,
          "The offers can't be saved in " + directory + "; the next start may take longer",
          e);
    }
  }
}
