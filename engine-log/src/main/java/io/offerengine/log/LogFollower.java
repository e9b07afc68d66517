package io.offerengine.log;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.offerengine.LoadListener;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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
final class LogFollower implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** The longest wait for a notification. */
  private static final int POLL_MILLIS = 1_000;

  /** How often a wait for a notification looks whether the engine is being closed. */
  private static final int LOOK_MILLIS = 100;

  /** How long PostgreSQL may take for an answer before the connection counts as broken. */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  /** How soon a database that failed is tried again. */
  private static final long RETRY_MILLIS = 100;

  /** How seldom something is tried again that fails for a reason of the follower's own. */
  private static final long LONGEST_RETRY_MILLIS = 30_000;

  /** About how many bytes are read at once. */
  static final long READ_BYTES = 4L << 20;

  private final LogDatabase database;
  private final ChangeForm form;
  private final Replica replica;
  private final Generation generation;
  private final LogThread thread = new LogThread(this::run, "offer-log-follow");
  private volatile boolean isClosed;

  /** The session that follows, so that closing wakes it; null if there is none. */
  private volatile @Nullable LogSession session;

  private volatile boolean mustReload;
  private volatile long head;
  private volatile long currentAsOf = System.nanoTime();
  private volatile @Nullable Instant unreachableSince;
  private volatile @Nullable String restored;
  private volatile @Nullable String failure;
  private volatile boolean isOutdated;

  /** How often {@link #wake} was called; guarded by this. */
  private int wakes;

  private final AtomicLong entries = new AtomicLong();
  private final AtomicLong reloads = new AtomicLong();
  private final AtomicLong restores = new AtomicLong();

  LogFollower(LogDatabase database, ChangeForm form, Replica replica, Generation generation) {
    this.database = database;
    this.form = form;
    this.replica = replica;
    this.generation = generation;
  }

  /** Loads all offers from the log, on this thread. */
  void load(LoadListener progress) {
    try (LogLoader loader = new LogLoader(database, form)) {
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
      LogTables.Read read = read(session);
      if (read.entries().isEmpty()) {
        noteHead(read.head(), asked);
        return;
      }
      apply(session, read);
    }
  }

  /** Starts to follow. */
  void start() {
    thread.start();
  }

  private LogTables.Read read(LogSession session) throws SQLException {
    Position last = position();
    LogTables.Read read = LogTables.read(session, last.number(), Long.MAX_VALUE, READ_BYTES);
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

  private void apply(LogSession session, LogTables.Read read) throws SQLException {
    for (StoredEntry entry : read.entries()) {
      if (entry.number() > position().number()) {
        replica.apply(entry, entry.batch(session, form));
        entries.incrementAndGet();
      }
    }
  }

  /**
   * Throws unless a position belongs to the log.
   *
   * @throws ReloadException if nobody can say, or if an operator accepted the log without it
   * @throws RestoredLogException if the log lacks the entry of the position
   */
  static void requireSameLog(Position last, LogTables.Read read) {
    LogHead head = read.head();
    List<StoredEntry> next = read.entries();
    boolean isSame =
        next.isEmpty() ? head.position().is(last) : next.get(0).previous().equals(last.entry());
    if (!isSame) {
      throw absent(last.number(), head);
    }
  }

  /** Returns what to do about an entry that the log does not have. */
  private static RuntimeException absent(long number, LogHead head) {
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
  void noteHead(LogHead seen, long asked) {
    head = Math.max(head, seen.position().number());
    isOutdated = !generation.appends(seen);
    Position last = replica.position();
    if (last != null && last.number() >= seen.position().number()) {
      currentAsOf = asked;
    }
    failure = null;
  }

  /** Notes that the log answers, and that it has the position of the replica. */
  private void noteReachable() {
    if (unreachableSince != null) {
      LOGGER.log(Level.INFO, "The database of the log answers again");
    }
    unreachableSince = null;
    restored = null;
  }

  /** Returns whether a build with other fields has appended. */
  boolean isOutdated() {
    return isOutdated;
  }

  /** Returns whether the database did not answer lately, so that nobody should wait for it. */
  boolean isUnreachable() {
    return unreachableSince != null;
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
    wakes++;
    notifyAll();
  }

  LogStatus status(long appended, long refused) {
    Position last = replica.position();
    long version = last == null ? 0 : last.number();
    long nanos = database.isShared() ? Math.max(0, System.nanoTime() - currentAsOf) : 0;
    return new LogStatus(
        version,
        Math.max(head, version),
        Duration.ofNanos(nanos),
        isReloading(),
        unreachableSince,
        restored,
        failure,
        isOutdated,
        entries.get(),
        appended,
        refused,
        reloads.get(),
        restores.get());
  }

  private void run() {
    long pause = RETRY_MILLIS;
    while (!isClosed) {
      boolean isStuck = false;
      try {
        if (isReloading()) {
          load(LoadListener.NONE);
        }
        follow();
      } catch (InterruptedException e) {
        return;
      } catch (ReloadException e) {
        mustReload = true;
        LOGGER.log(Level.WARNING, "Loading all offers again: {0}", e.getMessage());
      } catch (RestoredLogException e) {
        noteRestored(e);
      } catch (SQLException | LogUnavailableException e) {
        if (!isClosed) {
          noteUnreachable(e);
        }
      } catch (Replica.StoppedException | LogDamagedException e) {
        isStuck = true;
        noteFailure(e);
      } catch (RuntimeException | Error e) {
        if (isClosed) {
          return;
        }
        isStuck = failure != null;
        mustReload = true;
        noteFailure(e);
      }
      pause = isStuck ? Math.min(2 * pause, LONGEST_RETRY_MILLIS) : RETRY_MILLIS;
      if (!pause(pause)) {
        return;
      }
    }
  }

  private void follow() throws SQLException, InterruptedException {
    try (LogSession following = database.session()) {
      session = following;
      if (database.isShared()) {
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
      session.listen(LogTables.CHANNEL);
    } catch (SQLException e) {
      if (LogDatabase.isOfConnection(e)) {
        throw e;
      }
      LOGGER.log(
          Level.WARNING, "PostgreSQL does not notify of entries, which are seen once a second", e);
    }
  }

  private void await(LogSession session) throws SQLException, InterruptedException {
    if (database.isShared()) {
      boolean isNotified = false;
      for (int i = 0; i < POLL_MILLIS / LOOK_MILLIS && !isNotified && !isClosed; i++) {
        isNotified = session.awaitNotification(LOOK_MILLIS);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return;
    }
    awaitWake();
  }

  private synchronized void awaitWake() throws InterruptedException {
    long end = System.nanoTime() + MILLISECONDS.toNanos(POLL_MILLIS);
    int before = wakes;
    long left = POLL_MILLIS;
    while (wakes == before && !isClosed && !isReloading() && left > 0) {
      wait(left);
      left = NANOSECONDS.toMillis(end - System.nanoTime());
    }
  }

  private boolean pause(long millis) {
    try {
      Thread.sleep(millis);
      return !isClosed;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Notes that the database failed. */
  void noteUnreachable(Exception problem) {
    if (unreachableSince == null) {
      unreachableSince = Instant.now();
      LOGGER.log(Level.WARNING, "The database of the log can''t be used: {0}", message(problem));
    }
  }

  private static String message(Exception problem) {
    return SqlFailure.reason(problem);
  }

  /** Notes that the log lacks an entry that was visible here. */
  void noteRestored(RestoredLogException problem) {
    unreachableSince = null;
    if (restored == null) {
      restored = String.valueOf(problem.getMessage());
      restores.incrementAndGet();
      LOGGER.log(Level.ERROR, "An operator must accept the log: {0}", problem.getMessage());
    }
  }

  private void noteFailure(Throwable problem) {
    if (failure == null) {
      LOGGER.log(Level.ERROR, "Following the log failed", problem);
    }
    failure = String.valueOf(problem.getMessage());
  }

  /** Ends the following, within seconds. */
  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
    wake();
    // A pool warns of a broken connection, so only a statement that hangs is broken off.
    if (database.isShared() && !thread.awaitEnd(5 * LOOK_MILLIS)) {
      LogSession following = session;
      if (following != null) {
        following.abort();
      }
    }
    thread.awaitEnd();
  }
}
