package io.offerengine.server.alerts;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.Sql;
import io.offerengine.server.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which one of the services on a database works alerts out.
 *
 * <p>The row of {@code alert_state} has an epoch, which whoever takes the turn raises by one, and
 * beats, which the holder raises every second, also while a long batch is compared. Other services
 * read the row. If the beats stand still for three seconds of the reader's own clock, the reader
 * takes the turn. No two clocks are compared.
 *
 * <p>A holder may not know yet that it lost its turn, for example after a long pause. Therefore
 * every transaction that stores alerts {@linkplain #require requires} the epoch.
 *
 * <p>On SQLite the turn is taken at once.
 *
 * <p><b>Threads.</b> Confined to one thread, except for {@link #isHeld}, {@link #beat} and {@link
 * #close}.
 *
 * <p>Source: decision 96.
 */
final class AlertTurn implements AutoCloseable {
  /** How often a holder calls {@link #beat}. */
  static final Duration BEAT = Duration.ofSeconds(1);

  /** How long a holder may be silent. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(AlertTurn.class);

  private final Database database;
  private final LongSupplier nanoTime;
  private final Thread beats = new Thread(this::beatUntilClosed, "offer-engine-alert-beats");
  private volatile boolean isClosed;
  private volatile boolean isHeld;
  private volatile long epoch;

  /** The last batch whose alerts this service knows to be stored. */
  private volatile long storedSeq;

  /** What was read last, and since when it is so. */
  private State seen = new State(-1, -1, -1, false);

  private long seenAt;

  /** Another service has the turn, or the database was replaced by a copy. */
  static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LostException() {
      super("another service works alerts out now, or the database was restored");
    }
  }

  /**
   * The row.
   *
   * @param seq the last batch whose alerts are stored
   */
  record State(long seq, long epoch, long beats, boolean isHeld) {}

  AlertTurn(Database database, LongSupplier nanoTime) {
    this.database = database;
    this.nanoTime = nanoTime;
    beats.setDaemon(true);
  }

  /** Returns whether this service has the turn, as far as it knows. */
  boolean isHeld() {
    return isHeld;
  }

  /** Returns the number of the last turn of this service, at least 1; 0 before the first. */
  long epoch() {
    return epoch;
  }

  /**
   * Returns whether it is the turn of this service; takes the turn if nobody has it.
   *
   * @throws StoreException if the database fails
   */
  boolean take() {
    if (!isHeld && mayTake(look())) {
      epoch = seen.epoch() + 1;
      storedSeq = seen.seq();
      isHeld = database.write(this::raise);
      if (isHeld) {
        LOG.info("This service works alerts out from now on, in the epoch {}", epoch);
      }
    }
    return isHeld;
  }

  /** Reads the row. */
  State look() {
    State now = database.lookUp(AlertTurn::read);
    if (now.epoch() != seen.epoch() || now.beats() != seen.beats() || !now.isHeld()) {
      seenAt = nanoTime.getAsLong();
    }
    seen = now;
    return now;
  }

  private boolean mayTake(State state) {
    return !state.isHeld()
        || !database.isShared()
        || nanoTime.getAsLong() - seenAt > PATIENCE.toNanos();
  }

  private static State read(Connection connection) throws SQLException {
    return new Sql(connection)
        .only(
            "SELECT seq, epoch, beats, held FROM alert_state",
            row -> new State(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4) == 1));
  }

  /** Takes the turn, unless another service was faster. */
  private boolean raise(Connection connection) throws SQLException {
    String sql =
        "UPDATE alert_state SET held = 1, epoch = epoch + 1, beats = beats + 1"
            + " WHERE epoch = ? AND beats = ?";
    return new Sql(connection).update(sql, seen.epoch(), seen.beats()) == 1;
  }

  /**
   * Shows the others that this service lives, if it has the turn.
   *
   * @throws StoreException if the database fails
   */
  void beat() {
    long own = epoch;
    if (isHeld
        && !database.write(connection -> update(connection, own, "beats = beats + 1", storedSeq))) {
      lose(own);
    }
  }

  /** Calls {@link #beat} every second from now on, on a thread of its own. */
  void keepBeating() {
    beats.start();
  }

  private void beatUntilClosed() {
    while (!isClosed) {
      try {
        beat();
      } catch (StoreException e) {
        LOG.debug("There is no beat", e);
      } catch (RuntimeException | Error e) {
        LOG.error("There is no beat; another service may take alerts over", e);
      }
      try {
        Thread.sleep(BEAT.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Notes that another service has taken the turn of an epoch. */
  private synchronized void lose(long own) {
    if (own == epoch && isHeld) {
      isHeld = false;
      LOG.warn("Another service works alerts out now, or the database was restored");
    }
  }

  /** Returns the last batch whose alerts are stored, as far as this service knows. */
  long stored() {
    return storedSeq;
  }

  /** Notes the last batch whose alerts are stored. */
  void noteStored(long seq) {
    storedSeq = seq;
  }

  /**
   * Fails the transaction of a connection if another service has taken the turn, or if the database
   * has an older position than this service has stored, and keeps others from taking the turn
   * before the transaction ends.
   *
   * @throws LostException if another service has taken the turn, or the position is older
   */
  void require(Connection connection) throws SQLException {
    if (!update(connection, epoch, "seq = seq", storedSeq)) {
      lose(epoch);
      throw new LostException();
    }
  }

  /**
   * Changes the row if this service still has the turn.
   *
   * @param seq the least position that the row may have
   */
  private static boolean update(Connection connection, long own, String change, long seq)
      throws SQLException {
    String sql = "UPDATE alert_state SET " + change + " WHERE epoch = ? AND seq >= ?";
    return new Sql(connection).update(sql, own, seq) == 1;
  }

  /** Gives the turn to whoever takes it first. */
  void giveUp() {
    if (isHeld) {
      isHeld = false;
      try {
        boolean unused = database.write(connection -> update(connection, epoch, "held = 0", 0));
      } catch (StoreException e) {
        LOG.debug("Others take the turn over later", e);
      }
    }
  }

  /** Ends the beats, and gives the turn up. */
  @Override
  public void close() {
    isClosed = true;
    giveUp();
  }
}
