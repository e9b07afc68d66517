package io.offerengine.log;

import io.offerengine.Snapshot;
import io.offerengine.query.Query;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Writes bases behind the appends, and trims the log to them.
 *
 * <p>A base is due when the log since the last one is as large as that one, and at least {@link
 * Limits#leastBytes}. One process at a time writes it, under a lease, part by part, each in a
 * transaction that requires the lease. The row that makes it valid comes last, with the head
 * locked. Entries before a base, and older bases, are deleted {@link Limits#grace} later, in small
 * steps, so that readers that are a little behind find them.
 *
 * <p><b>Threads.</b> A writer has one thread of its own.
 */
final class BaseWriter implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private static final int STEP_ENTRIES = 256;

  private final Log log;
  private final Replica replica;
  private final LogFollower follower;
  private final Limits limits;
  private final Lease lease;
  private final LogThread thread = new LogThread(this::run, "offer-log-base");
  private volatile boolean isClosed;

  /**
   * When bases are written and the log is trimmed.
   *
   * @param leastBytes how large the log is before a base is written
   * @param grace how long what a base replaces stays
   * @param readerBytes how much of the log is kept for durable readers that are behind
   * @param look how often to look whether something is due
   */
  record Limits(long leastBytes, Duration grace, long readerBytes, Duration look) {
    static final Limits DEFAULTS =
        new Limits(64L << 20, Duration.ofMinutes(10), 1L << 30, Duration.ofSeconds(5));
  }

  BaseWriter(Log log, Replica replica, LogFollower follower, Limits limits) {
    this.log = log;
    this.replica = replica;
    this.follower = follower;
    this.limits = limits;
    this.lease = new Lease(log.database(), "base", System::nanoTime);
  }

  void start() {
    lease.keepBeating();
    thread.start();
  }

  private void run() {
    while (!isClosed) {
      try {
        look();
      } catch (Lease.LostException e) {
        LOGGER.log(Level.WARNING, "A base was not written: {0}", e.getMessage());
      } catch (LogUnavailableException e) {
        LOGGER.log(Level.DEBUG, "Bases wait for the database", e);
      } catch (RuntimeException | Error e) {
        if (!isClosed) {
          LOGGER.log(Level.ERROR, "A base was not written; this is tried again", e);
        }
      }
      lease.giveUp();
      // A close sets the flag, and then wakes the thread. If the thread waited for something else,
      // such as a connection, that wait has used the wake-up up.
      if (!isClosed) {
        LockSupport.parkNanos(this, limits.look().toNanos());
      }
    }
  }

  /** Writes a base and trims the log, if this is due here. */
  void look() {
    if (!follower.isReloading() && !follower.isOutdated()) {
      writeIfDue();
      trim();
    }
  }

  private void writeIfDue() {
    LogSession.Base last = log.database().<LogSession.@Nullable Base>read(LogSession::base);
    LogSession.Head head = log.database().read(LogSession::head);
    long since = head.position().ends() - (last == null ? 0 : last.position().ends());
    long size = last == null ? 0 : last.size();
    if (since >= Math.max(limits.leastBytes(), size) && lease.take()) {
      deleteOrphans();
      Replica.At at = replica.snapshot();
      LogSession.Base base = write(at, false);
      log.database()
          .<Boolean>write(session -> {
            requireUseful(session, base);
            lease.require(session.connection());
            requireComplete(session, base);
            session.insert(base);
            return true;
          });
      LOGGER.log(
          Level.INFO,
          "A base of {0} offers as of entry {1} was written, {2} bytes",
          base.offers(),
          base.position().number(),
          base.size());
    }
  }

  /** Throws unless a base may become valid; locks the head. */
  private void requireUseful(LogSession session, LogSession.Base base) throws SQLException {
    LogSession.Head head = session.lockHead();
    LogSession.Base last = session.base();
    Position position = base.position();
    boolean isOfThisLog = session.find(position.number(), position.entry()).isPresent();
    boolean isNewer = last == null || last.position().number() < position.number();
    if (!isOfThisLog || !isNewer || !log.appendsTo(head)) {
      throw new Follower.ReloadException(
          "a base of entry " + position.number() + " is of no use to the log any more");
    }
  }

  /** Throws if somebody deleted parts of a base before it became valid. */
  private static void requireComplete(LogSession session, LogSession.Base base)
      throws SQLException {
    long parts = session.countParts(base.id());
    if (parts != base.parts()) {
      throw new Follower.ReloadException(
          "a base of " + base.parts() + " parts has only " + parts + " of them left");
    }
  }

  /**
   * Writes the parts of a base.
   *
   * @param isFirst whether the log begins with it, so that nobody else writes bases and no search
   *     is slowed down
   */
  private LogSession.Base write(Replica.At at, boolean isFirst) {
    UUID id = UUID.randomUUID();
    ChangeForm.Writer writer =
        log.form().writer(id, (part, bytes) -> store(id, part, bytes, isFirst));
    Snapshot snapshot = at.snapshot();
    Query all = Query.builder(snapshot.schema()).fold(false).limit(0).build();
    snapshot.forEach(all, some -> some.forEach(match -> writer.add(match.toOffer())));
    writer.end();
    return new LogSession.Base(
        id, at.position(), writer.parts(), writer.bytes(), snapshot.size(), Instant.now());
  }

  private void store(UUID base, int part, byte[] bytes, boolean isFirst) {
    if (isClosed) {
      throw new LogUnavailableException("the engine is being closed", false, null);
    }
    long start = System.nanoTime();
    log.database()
        .<Boolean>write(session -> {
          if (!isFirst) {
            lease.require(session.connection());
          }
          session.insertPart(base, part, 0, bytes);
          return true;
        });
    if (!isFirst) {
      // Searches and appends come first.
      LockSupport.parkNanos(this, System.nanoTime() - start);
    }
  }

  /**
   * Begins a log with the offers of the replica: writes them as a base, whose row becomes valid
   * with the marker that is the first entry, if no entry ever existed.
   *
   * @param snapshot the offers
   * @return the position of the marker; null if the log has entries already
   */
  @Nullable Position fill(Snapshot snapshot) {
    Position marker = new Position(1, UUID.randomUUID(), 0);
    LogSession.Base base = write(new Replica.At(snapshot, marker), true);
    boolean isFirst =
        log.database()
            .write(session -> {
              Position origin = session.lockHead().position();
              if (origin.number() > 0) {
                return false;
              }
              log.enter(session);
              if (!session.moveHead(origin, marker, log.generation())) {
                return false;
              }
              session.insert(StoredEntry.marker(marker, origin.entry(), LogEntry.Kind.FILLED), 0);
              session.insert(base);
              session.notifyMembers();
              return true;
            });
    if (!isFirst) {
      delete(base.id(), false);
    }
    return isFirst ? marker : null;
  }

  /** Deletes what a base has replaced for some time. */
  private void trim() {
    LogSession.Base base = log.database().<LogSession.@Nullable Base>read(LogSession::base);
    if (base == null || base.time().plus(limits.grace()).isAfter(Instant.now())) {
      return;
    }
    boolean isDone = false;
    while (!isDone && !isClosed) {
      isDone = trimStep(base);
    }
    deleteOrphans();
  }

  /** Deletes a few entries; returns whether none is left, or another generation trims. */
  private boolean trimStep(LogSession.Base base) {
    long end =
        log.database()
            .read(session -> {
              LogSession.Head head = session.head();
              long upTo = session.trimmable(base, head, limits.readerBytes());
              return session.endOfStep(upTo, STEP_ENTRIES, ChangeForm.PART_BYTES);
            });
    boolean hasOlder = end == 0 && log.database().read(session -> session.hasOlder(base));
    if ((end == 0 && !hasOlder) || !lease.take()) {
      return true;
    }
    return log.database()
        .write(session -> {
          boolean mayTrim = log.appendsTo(session.lockHead());
          if (mayTrim) {
            lease.require(session.connection());
            session.trim(end, base);
          }
          return end == 0 || !mayTrim;
        });
  }

  /** Deletes parts of bases that became invalid or never were valid, and of trimmed entries. */
  private void deleteOrphans() {
    if (lease.isHeld()) {
      orphans().forEach(owner -> delete(owner, true));
    }
  }

  private List<UUID> orphans() {
    // On SQLite, an append stores the further parts of an entry before the entry. What is an orphan
    // while nothing is appended stays one.
    replica.exclusive().lock();
    try {
      return log.database().read(LogSession::orphans);
    } finally {
      replica.exclusive().unlock();
    }
  }

  /**
   * Deletes all parts of an owner, one at a time.
   *
   * @param isOrphan whether another process may be the owner, which then has the lease
   */
  private void delete(UUID owner, boolean isOrphan) {
    boolean isDone = false;
    while (!isDone && !isClosed) {
      isDone =
          log.database()
              .write(session -> {
                if (isOrphan) {
                  lease.require(session.connection());
                }
                return !session.deletePart(owner);
              });
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
    thread.awaitEnd();
    lease.close();
  }
}
