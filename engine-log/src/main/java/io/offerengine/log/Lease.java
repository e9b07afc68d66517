package io.offerengine.log;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * Lets one of several processes on a database do something, such as writing bases.
 *
 * <p>A row has an epoch, which whoever takes the lease raises by one, and beats, which the holder
 * raises every second, on a thread of its own. Other processes read the row. If the beats stand
 * still for three seconds of the reader's own clock, the reader takes the lease. No two clocks are
 * compared.
 *
 * <p>A holder may not know yet that it lost the lease, for example after a long pause. Therefore
 * every transaction that writes under the lease {@linkplain #require requires} it.
 *
 * <p>On SQLite, which has one process, the lease is taken at once, and nobody beats.
 *
 * <p><b>Threads.</b> {@link #take}, {@link #giveUp} and {@link #close} are for one thread; the rest
 * is safe for all.
 */
public final class Lease implements AutoCloseable {
  /** How often a holder raises the beats. */
  static final Duration BEAT = Duration.ofSeconds(1);

  /** How long a holder may be silent. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private final LogDatabase database;
  private final String name;
  private final LongSupplier nanoTime;
  private final ScheduledThreadPoolExecutor beating;
  private volatile boolean isHeld;
  private volatile long epoch;

  /** The beats that this process knows to be stored, so that a restored database is noticed. */
  private volatile long beats;

  /** What was read last, and since when it is so. */
  private State seen = new State(-1, -1, false);

  private long seenAt;

  /** Another process has the lease, or the database was replaced by a copy. */
  public static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostException(String name) {
      super("another process has the lease \"" + name + "\" now, or the database was restored");
    }
  }

  /** The row. */
  private record State(long epoch, long beats, boolean isHeld) {}

  Lease(LogDatabase database, String name, LongSupplier nanoTime) {
    this.database = database;
    this.name = name;
    this.nanoTime = nanoTime;
    this.beating = new ScheduledThreadPoolExecutor(1, LogThread.named("offer-lease-" + name));
    database.<Integer>write(session ->
        session.update(
            "INSERT INTO offer_log_leases (name, epoch, beats, held) VALUES (?, 0, 0, 0)"
                + " ON CONFLICT DO NOTHING",
            name));
  }

  /** Calls {@link #beat} every second from now on, on a thread of its own; not on SQLite. */
  void keepBeating() {
    if (database.isShared()) {
      long every = BEAT.toMillis();
      Future<?> unused =
          beating.scheduleWithFixedDelay(this::tryToBeat, 0, every, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Opens a lease, which nobody here has taken yet; its holder beats on a thread of its own. Tables
   * are made if they are missing.
   *
   * @throws UnusableLogException if the database can't be used
   */
  public static Lease open(DataSource source, String name) {
    Lease lease = new Lease(LogDatabase.open(source), name, System::nanoTime);
    lease.keepBeating();
    return lease;
  }

  /** Returns whether this process has the lease, as far as it knows. */
  public boolean isHeld() {
    return isHeld;
  }

  /** Returns how often the lease was taken up to the last time here; 0 before the first. */
  public long epoch() {
    return epoch;
  }

  /**
   * Returns whether this process has the lease; takes the lease if nobody has it.
   *
   * @throws LogUnavailableException if the database fails
   */
  public boolean take() {
    if (isHeld) {
      return true;
    }
    State now = database.read(this::read);
    if (now.epoch() != seen.epoch() || now.beats() != seen.beats() || !now.isHeld()) {
      seenAt = nanoTime.getAsLong();
    }
    seen = now;
    boolean mayTake =
        !now.isHeld() || !database.isShared() || nanoTime.getAsLong() - seenAt > PATIENCE.toNanos();
    if (mayTake && database.write(this::raise)) {
      epoch = now.epoch() + 1;
      beats = now.beats() + 1;
      isHeld = true;
      LOGGER.log(Level.INFO, "The lease \"{0}\" is held here, in the epoch {1}", name, epoch);
    }
    return isHeld;
  }

  private State read(LogSession session) throws SQLException {
    String sql = "SELECT epoch, beats, held FROM offer_log_leases WHERE name = ?";
    return session
        .first(sql, row -> new State(row.getLong(1), row.getLong(2), row.getLong(3) == 1), name)
        .orElse(new State(0, 0, false));
  }

  /** Takes the lease, unless another process was faster. */
  private boolean raise(LogSession session) throws SQLException {
    return session.update(
            "UPDATE offer_log_leases SET held = 1, epoch = epoch + 1, beats = beats + 1"
                + " WHERE name = ? AND epoch = ? AND beats = ?",
            name,
            seen.epoch(),
            seen.beats())
        == 1;
  }

  /** Shows the others that this process lives, if it has the lease. */
  @SuppressWarnings({"NonAtomicOperationOnVolatileField", "NonAtomicVolatileUpdate"}) // one thread
  void beat() {
    long own = epoch;
    if (!isHeld) {
      return;
    }
    boolean isOwn = database.write(session -> update(session.connection(), own, 1, 1));
    if (isOwn) {
      beats++;
    } else {
      lose(own);
    }
  }

  private void tryToBeat() {
    try {
      beat();
    } catch (LogUnavailableException e) {
      LOGGER.log(Level.DEBUG, "There is no beat", e);
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.ERROR, "There is no beat; another process may take the lease", e);
    }
  }

  /** Notes that another process has taken the lease of an epoch. */
  private synchronized void lose(long own) {
    if (own == epoch && isHeld) {
      isHeld = false;
      LOGGER.log(Level.WARNING, new LostException(name).getMessage());
    }
  }

  /**
   * Fails the transaction of a connection unless this process has the lease, and keeps others from
   * taking it before the transaction ends.
   *
   * @throws LostException if another process has taken the lease
   */
  public void require(Connection connection) throws SQLException {
    if (!isHeld || !update(connection, epoch, 0, 1)) {
      lose(epoch);
      throw new LostException(name);
    }
  }

  private boolean update(Connection connection, long own, int more, int held) throws SQLException {
    String sql =
        "UPDATE offer_log_leases SET beats = beats + ?, held = ?"
            + " WHERE name = ? AND epoch = ? AND beats >= ? AND held = 1";
    return new Sql(connection).update(sql, more, held, name, own, beats) == 1;
  }

  /** Gives the lease to whoever takes it first. */
  public void giveUp() {
    if (isHeld) {
      isHeld = false;
      try {
        boolean unused = database.write(session -> update(session.connection(), epoch, 0, 0));
      } catch (LogUnavailableException e) {
        LOGGER.log(Level.DEBUG, "Others take the lease later", e);
      }
    }
  }

  /** Ends the beats, and gives the lease up. */
  @Override
  public void close() {
    beating.shutdownNow();
    giveUp();
  }
}
