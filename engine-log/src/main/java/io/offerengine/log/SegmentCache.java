package io.offerengine.log;

import io.offerengine.OfferEngine;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The segments of an engine as files, from which it starts much faster than from where its offers
 * come from. That stays the only truth: files are used only if it goes on from their position, and
 * anybody may delete them. The directory belongs to one engine.
 *
 * <p>A thread saves the segments from time to time, so that a killed process starts fast, too: a
 * minute after the end of the last save at the earliest, and after ten times as long as the last
 * one took.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class SegmentCache implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final int PAUSE_FACTOR = 10;

  private final Path directory;
  private final Claim claim;

  /** Ends the position of the files. */
  private final String build;

  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, LogThread.named("offer-log-save"));

  /** The version of the files; -1 if it is not known. */
  private long saved = -1;

  /**
   * Takes a directory.
   *
   * @param build the build of the program: files of other builds are not used, since their code may
   *     derive other values
   * @throws UnusableLogException if another engine has the directory
   */
  SegmentCache(Path directory, String build) {
    this.directory = directory;
    this.claim =
        Claim.take(
            directory.resolve("lock"),
            directory + " is used by another engine; give each engine a directory of its own");
    this.build = " build " + build.replaceAll("\\s+", " ");
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Restores the offers into an engine without offers.
   *
   * @param <P> a position
   * @param positions reads a position; empty if nothing goes on from there
   * @param versions returns the version of a position
   * @return the position of the offers; if it is null, the engine has no offers, and the log of the
   *     program says why
   */
  synchronized <P> @Nullable P restore(
      OfferEngine engine, Function<String, Optional<P>> positions, ToLongFunction<P> versions) {
    long start = System.nanoTime();
    try {
      P position = usable(positions);
      long version = versions.applyAsLong(position);
      engine.restoreUnchanged(directory, version);
      saved = version;
      LOGGER.log(
          Level.INFO,
          "Restored {0} offers in {1} ms, as of version {2}; later changes follow",
          engine.snapshot().size(),
          (System.nanoTime() - start) / 1_000_000,
          version);
      return position;
    } catch (UnusableFilesException e) {
      Level level = e.reason() == Reason.MISSING ? Level.INFO : Level.WARNING;
      LOGGER.log(level, "Loading all offers: {0}", e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      LOGGER.log(Level.WARNING, "Loading all offers: files can't be read", e);
    }
    return null;
  }

  private <P> P usable(Function<String, Optional<P>> positions) throws IOException {
    String text = OfferEngine.savedPosition(directory);
    if (!text.endsWith(build)) {
      throw new UnusableFilesException(
          Reason.VERSION,
          directory + " has offers of another build: \"" + text + "\", not of" + build);
    }
    String position = text.substring(0, text.length() - build.length());
    return positions
        .apply(position)
        .orElseThrow(() ->
            new UnusableFilesException(
                Reason.FOREIGN,
                directory
                    + " has offers as of \""
                    + position
                    + "\", from where the log does not go on"));
  }

  /** Saves the offers from time to time from now on; {@code saving} calls {@link #save}. */
  void keepSaving(Runnable saving) {
    saveAfter(FIRST_PAUSE.toNanos(), saving);
  }

  private void saveAfter(long nanos, Runnable saving) {
    try {
      Future<?> unused = thread.schedule(() -> saveNow(saving), nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The engine is being closed, and saves for the last time.
    }
  }

  private void saveNow(Runnable saving) {
    long start = System.nanoTime();
    try {
      saving.run();
    } catch (Error e) {
      // Memory that is short now may be there for the next save.
      LOGGER.log(Level.ERROR, "The offers were not saved", e);
    }
    saveAfter(Math.max(PAUSE.toNanos(), PAUSE_FACTOR * (System.nanoTime() - start)), saving);
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

  /** Saves no more from time to time, and gives the directory back. */
  @Override
  public void close() {
    thread.shutdown();
    claim.close();
  }
}
