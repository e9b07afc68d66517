package io.offerengine.log;

import io.offerengine.LoadListener;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the offers of a replica equal to those of the log: reads what others append, and loads all
 * offers again if the log can't continue them. While the database can't be reached, it tries again
 * for ever. If the log lacks an entry that was visible here, nothing is applied until an operator
 * has accepted this.
 *
 * <p>It holds no lock of the database. On PostgreSQL it learns of entries by LISTEN, and reads once
 * a second all the same. On SQLite nobody else appends; once a second it looks whether this is so.
 *
 * <p><b>Threads.</b> Safe for all. A follower has one thread of its own.
 */
final class LogFollower extends Follower implements AutoCloseable {
  /** The longest wait for a notification. */
  private static final int POLL_MILLIS = 1_000;

  /** How often a wait for a notification looks whether the engine is being closed. */
  private static final int LOOK_MILLIS = 100;

  /** How long PostgreSQL may take for an answer before the connection counts as broken. */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  /** About how many bytes are read at once. */
  static final long READ_BYTES = 4L << 20;

  private final Log log;
  private final Replica replica;

  /** The session that follows, so that closing wakes it; null if there is none. */
  private volatile @Nullable LogSession session;

  private volatile @Nullable String restored;
  private volatile boolean isOutdated;

  /** Has a permit if {@link #wake} was called since the thread looked at the log last. */
  private final Semaphore wakes = new Semaphore(0);

  LogFollower(Log log, Replica replica) {
    super("database of the log", "offer-log-follow");
    this.log = log;
    this.replica = replica;
  }

  /** Loads all offers from the log, on this thread. */
  void load(LoadListener progress) {
    try (LogLoader loader = new LogLoader(log)) {
      Position found = loader.position();
      Position last = replica.position();
      if (last != null && found.number() < last.number()) {
        throw new RestoredLogException(
            "the database was replaced by a copy: entry "
                + last.number()
                + " was visible here, and the last entry of the log is "
                + found.number());
      }
      noteReachable();
      replica.replace(found, loader, progress);
      reloads.incrementAndGet();
      mustReload = false;
      wake();
    }
  }

  /** Applies all entries up to the end of the log, on this thread. */
  void catchUp(LogSession session) throws SQLException {
    while (true) {
      long asked = System.nanoTime();
      LogSession.Read read = read(session);
      if (read.entries().isEmpty()) {
        noteHead(read.head(), asked);
        return;
      }
      apply(session, read);
    }
  }

  private LogSession.Read read(LogSession session) throws SQLException {
    Position last = position();
    LogSession.Read read = session.read(last.number(), Long.MAX_VALUE, READ_BYTES);
    requireSameLog(last, read);
    noteReachable();
    return read;
  }

  private Position position() {
    Position last = replica.position();
    if (last == null || replica.isBroken()) {
      throw new ReloadException("an entry that was appended here is not visible");
    }
    return last;
  }

  /** Applies entries that the engine does not have. */
  void apply(LogSession session, LogSession.Read read) throws SQLException {
    for (StoredEntry entry : read.entries()) {
      if (entry.number() > position().number()) {
        replica.apply(entry, entry.batch(session, log.form()));
        applied.incrementAndGet();
      }
    }
  }

  /**
   * Throws unless a position belongs to the log.
   *
   * @throws ReloadException if nobody can say, or if an operator accepted the log without it
   * @throws RestoredLogException if the log lacks the entry of the position
   */
  static void requireSameLog(Position last, LogSession.Read read) {
    LogSession.Head head = read.head();
    List<StoredEntry> next = read.entries();
    boolean isSame =
        next.isEmpty() ? head.position().is(last) : next.get(0).previous().equals(last.entry());
    if (!isSame) {
      throw absent(last.number(), head);
    }
  }

  /** Returns what to do about an entry that the log does not have. */
  private static RuntimeException absent(long number, LogSession.Head head) {
    if (number < head.trimmed()) {
      return new ReloadException("the log begins after entry " + head.trimmed());
    }
    if (number < head.accepted()) {
      return new ReloadException("an operator accepted the log at entry " + head.accepted());
    }
    return new RestoredLogException(
        "the database was replaced by a copy: entry "
            + number
            + " was visible here, and the log does not have it; its last entry is "
            + head.position().number());
  }

  /** Notes the end of the log, as of a time. */
  private void noteHead(LogSession.Head seen, long asked) {
    isOutdated = !log.appendsTo(seen);
    long end = seen.position().number();
    Position last = replica.position();
    noteEnd(Math.max(head, end), last != null && last.number() >= end, asked);
  }

  /** Notes that the log answers, and that it has the position of the replica. */
  @Override
  void noteReachable() {
    super.noteReachable();
    restored = null;
  }

  /** Returns whether a build with other fields has appended. */
  boolean isOutdated() {
    return isOutdated;
  }

  /** Returns whether all offers are loaded again. */
  boolean isReloading() {
    return mustReload || replica.isBroken();
  }

  /** Waits while all offers are loaded again, until somebody gives up, within about a second. */
  synchronized void awaitLoaded(BooleanSupplier isGivenUp) throws InterruptedException {
    while (isReloading() && !isClosed && !isGivenUp.getAsBoolean()) {
      wait(POLL_MILLIS);
    }
  }

  /** Makes the thread look at the log now. */
  synchronized void wake() {
    wakes.release();
    notifyAll();
  }

  /** On SQLite nobody else appends. */
  @Override
  Duration age() {
    return log.database().isShared() ? super.age() : Duration.ZERO;
  }

  LogStatus status() {
    Position last = replica.position();
    return status(last == null ? 0 : last.number(), isReloading(), restored, isOutdated);
  }

  @Override
  void follow() throws SQLException, InterruptedException {
    try {
      if (isReloading()) {
        load(LoadListener.NONE);
      }
      followEntries();
    } catch (RestoredLogException e) {
      noteRestored(e);
    }
  }

  private void followEntries() throws SQLException, InterruptedException {
    try (LogSession following = log.database().session()) {
      session = following;
      if (log.database().isShared()) {
        following.limit(ANSWER);
        listen(following);
      }
      while (!isClosed && !isReloading()) {
        catchUp(following);
        await(following);
      }
    } finally {
      session = null;
    }
  }

  private static void listen(LogSession session) throws SQLException {
    try {
      session.listen();
    } catch (SQLException e) {
      if (LogDatabase.isOfConnection(e)) {
        throw e;
      }
      LOGGER.log(
          Level.WARNING, "PostgreSQL does not notify of entries, which are seen once a second", e);
    }
  }

  private void await(LogSession session) throws SQLException, InterruptedException {
    if (log.database().isShared()) {
      boolean isNotified = false;
      for (int i = 0; i < POLL_MILLIS / LOOK_MILLIS && !isNotified && !isClosed; i++) {
        isNotified = session.awaitNotification(LOOK_MILLIS);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    } else if (!isReloading() && wakes.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      wakes.drainPermits();
    }
  }

  @Override
  boolean isOfConnection(Throwable failure) {
    return failure instanceof SQLException || failure instanceof LogUnavailableException;
  }

  /** Notes that the log lacks an entry that was visible here. */
  void noteRestored(RestoredLogException problem) {
    super.noteReachable();
    if (restored == null) {
      restored = String.valueOf(problem.getMessage());
      restores.incrementAndGet();
      LOGGER.log(Level.ERROR, "An operator must accept the log: {0}", problem.getMessage());
    }
  }

  /** Ends the following, within seconds. */
  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
    wake();
    // A pool warns of a broken connection, so only a statement that hangs is broken off.
    if (log.database().isShared() && !thread.awaitEnd(5 * LOOK_MILLIS)) {
      LogSession following = session;
      if (following != null) {
        following.abort();
      }
    }
    thread.awaitEnd();
  }
}
