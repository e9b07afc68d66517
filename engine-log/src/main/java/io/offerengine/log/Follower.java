package io.offerengine.log;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the offers of an engine equal to those of a source, a log or a topic, on a thread of its
 * own. While the source can't be reached or read, the thread tries again for ever. The thread loads
 * all offers again if the source can't continue those of the engine, or if an attempt failed for a
 * reason that is not known.
 *
 * <p><b>Threads.</b> Safe for all.
 */
abstract class Follower {
  static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** How soon a source that failed is tried again. */
  private static final long RETRY_MILLIS = 100;

  /** How seldom something is tried again that fails for a reason of the follower's own. */
  private static final long LONGEST_RETRY_MILLIS = 30_000;

  /** What the offers come from, as the log of the program names it. */
  private final String source;

  final LogThread thread;

  /** The entries of others, or the records of a topic, that were applied. */
  final AtomicLong applied = new AtomicLong();

  /** How often all offers were loaded again. */
  final AtomicLong reloads = new AtomicLong();

  /** How often the log was found to lack an entry that was visible here. */
  final AtomicLong restores = new AtomicLong();

  /** The entries that this engine appended. */
  final AtomicLong appended = new AtomicLong();

  /** The batches, or the records of a topic, that were refused. */
  final AtomicLong refused = new AtomicLong();

  volatile boolean isClosed;
  volatile boolean mustReload;
  volatile long head;
  private volatile long currentAsOf = System.nanoTime();
  private volatile @Nullable Instant unreachableSince;
  private volatile @Nullable String failure;

  /** The source can't continue the offers of an engine, so that all offers are loaded again. */
  static final class ReloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReloadException(String reason) {
      super(reason);
    }
  }

  Follower(String source, String threadName) {
    this.source = source;
    this.thread = new LogThread(this::run, threadName);
  }

  /** Loads the offers if need be, and follows until this is closed or fails. */
  abstract void follow() throws Exception;

  /** Returns whether the source can't be reached, as a failure says. */
  abstract boolean isOfConnection(Throwable failure);

  private void run() {
    long pause = RETRY_MILLIS;
    while (!isClosed) {
      boolean isStuck = false;
      try {
        follow();
      } catch (InterruptedException e) {
        return;
      } catch (Exception | Error e) {
        if (isClosed) {
          return;
        }
        isStuck = note(e);
      }
      pause = isStuck ? Math.min(2 * pause, LONGEST_RETRY_MILLIS) : RETRY_MILLIS;
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Notes a failure; returns whether it is a further one that is no fault of the source. */
  private boolean note(Throwable problem) {
    if (problem instanceof ReloadException) {
      LOGGER.log(Level.WARNING, "Loading all offers again: {0}", problem.getMessage());
      mustReload = true;
      return false;
    }
    if (isOfConnection(problem)) {
      noteUnreachable(problem);
      return false;
    }
    // What can't be read or applied stays so; anything else may be the engine's.
    mustReload |=
        !(problem instanceof LogDamagedException || problem instanceof Replica.StoppedException);
    boolean isStuck = failure != null;
    if (!isStuck) {
      LOGGER.log(Level.ERROR, "Following the " + source + " failed", problem);
    }
    failure = String.valueOf(problem.getMessage());
    return isStuck;
  }

  /** Notes that the source failed. */
  final void noteUnreachable(Throwable problem) {
    if (unreachableSince == null) {
      unreachableSince = Instant.now();
      LOGGER.log(Level.WARNING, "The {0} can''t be used: {1}", source, SqlFailure.reason(problem));
    }
  }

  /** Notes that the source answers. */
  void noteReachable() {
    if (unreachableSince != null) {
      LOGGER.log(Level.INFO, "The {0} answers again", source);
    }
    unreachableSince = null;
  }

  /**
   * Notes the end of the source.
   *
   * @param isCurrent whether the offers were those of the end when somebody asked for it
   * @param asked when, as {@link System#nanoTime}
   */
  final void noteEnd(long end, boolean isCurrent, long asked) {
    head = end;
    if (isCurrent) {
      currentAsOf = asked;
    }
    failure = null;
  }

  /** Returns whether the source did not answer lately, so that nobody should wait for it. */
  final boolean isUnreachable() {
    return unreachableSince != null;
  }

  /** Returns how long ago the offers surely were those of the source's end. */
  Duration age() {
    return Duration.ofNanos(Math.max(0, System.nanoTime() - currentAsOf));
  }

  /** Returns how far the engine is, with what only some followers know. */
  final LogStatus status(
      long version, boolean isReloading, @Nullable String restored, boolean isOutdated) {
    return new LogStatus(
        version,
        Math.max(head, version),
        age(),
        isReloading,
        unreachableSince,
        restored,
        failure,
        isOutdated,
        applied.get(),
        appended.get(),
        refused.get(),
        reloads.get(),
        restores.get());
  }
}
