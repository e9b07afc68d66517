package io.offerengine.server.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right of one service to change the offers of a database.
 *
 * <p>Two services would not see each other's offers, so one of them would overwrite what the other
 * one acknowledged. Each service that claims a database counts the epoch in the table {@code head}
 * up. A batch is committed only if the epoch is still that of its service. This alone keeps the
 * batches of two services apart. The lock only tells an operator at the start that the database is
 * in use.
 *
 * <p>If the lock is lost, for example because PostgreSQL was restarted, a thread takes it again. If
 * another service was faster, the epoch has changed, and this service refuses changes of offers
 * until it is restarted. Searches go on.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class Ownership implements AutoCloseable {
  /** How often the lock is checked, and how soon the return of a database is noticed. */
  private static final Duration CHECK_EVERY = Duration.ofMillis(250);

  private static final int VALID_SECONDS = 1;
  private static final Logger LOG = LoggerFactory.getLogger(Ownership.class);

  private final Database database;
  private final long epoch;
  private final ScheduledThreadPoolExecutor checks = new ScheduledThreadPoolExecutor(1);
  private ServiceLock lock;
  private boolean isReleased;
  private volatile boolean isFenced;
  private volatile @Nullable String problem;

  private Ownership(Database database, long epoch, ServiceLock lock) {
    this.database = database;
    this.epoch = epoch;
    this.lock = lock;
  }

  /**
   * Takes a database.
   *
   * @throws UnusableDatabaseException if another service holds the lock
   */
  static Ownership take(Database database) throws SQLException {
    ServiceLock lock = lock(database);
    try {
      long epoch = database.write(connection -> nextEpoch(connection, database.directory()));
      Ownership taken = new Ownership(database, epoch, lock);
      taken.watch();
      return taken;
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static ServiceLock lock(Database database) throws SQLException {
    Path directory = database.directory();
    if (directory != null) {
      return ServiceLock.ofDirectory(directory);
    }
    Connection connection = database.connection();
    return ServiceLock.ofConnection(connection, () -> database.discard(connection));
  }

  private static long nextEpoch(Connection connection, @Nullable Path directory)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (directory != null) {
        try (ResultSet rows = statement.executeQuery("SELECT owner FROM head")) {
          requireGone(directory, rows.next() ? rows.getString(1) : "");
        }
      }
      try (ResultSet rows =
          statement.executeQuery(
              "UPDATE head SET epoch = epoch + 1, owner = '"
                  + OwnerProcess.current()
                  + "' WHERE id = 1 RETURNING epoch")) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** The lock of a directory is a file, and somebody may have deleted it under its holder. */
  private static void requireGone(Path directory, String owner) {
    if (OwnerProcess.runs(owner)) {
      throw ServiceLock.taken(directory + ", owned by process " + owner + ",");
    }
  }

  /** Returns the number that batches must find in the table {@code head}. */
  long epoch() {
    return epoch;
  }

  /**
   * Fails the transaction of a connection if another service has taken the database since this one
   * claimed it.
   */
  public static void require(Database database, Connection connection) throws SQLException {
    Ownership owner = database.ownership();
    if (owner != null) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT epoch FROM head")) {
        if (!rows.next() || rows.getLong(1) != owner.epoch) {
          throw owner.fenced();
        }
      }
    }
  }

  /** Returns what keeps this service from changing offers, for people; null if nothing does. */
  public @Nullable String problem() {
    return problem;
  }

  /** Remembers that another service has taken the database, and returns the error that says so. */
  StoreException fenced() {
    return lose("another service has taken the database");
  }

  /** Remembers that the database has other offers, and returns the error that says so. */
  StoreException outOfDate() {
    return lose("the database has other offers than this service, since an outage or a restore");
  }

  private StoreException lose(String cause) {
    if (!isFenced) {
      isFenced = true;
      problem = cause + "; this service refuses changes of offers until it is restarted";
      LOG.error("Ownership lost: {}", problem);
    }
    return StoreException.unavailable(String.valueOf(problem));
  }

  private void watch() {
    checks.setThreadFactory(task -> {
      Thread thread = new Thread(task, "offer-engine-owner");
      thread.setDaemon(true);
      return thread;
    });
    long every = CHECK_EVERY.toMillis();
    Future<?> unused =
        checks.scheduleWithFixedDelay(this::check, every, every, TimeUnit.MILLISECONDS);
  }

  private synchronized void check() {
    if (isFenced) {
      // Another service may start: this one changes nothing any more.
      release();
      return;
    }
    String found;
    try {
      found = database.lastingProblem();
      database.requireReachable();
      if (found == null && (isReleased || !lock.isHeld(VALID_SECONDS))) {
        found = takeAgain();
      }
      if (found == null && currentEpoch() != epoch) {
        fenced();
      }
      if (found == null && database.isSuspect()) {
        tryToWrite();
      }
    } catch (SQLException | RuntimeException e) {
      String lasting = database.lastingProblem();
      String cause = database.isSuspect() ? "stores nothing" : "can't be reached";
      found =
          lasting == null
              ? "the database "
                  + cause
                  + ": changes, templates, invoices and other keys get 503; searches by keys of the"
                  + " last 10 minutes go on"
              : lasting;
    }
    if (!isFenced && (found == null) != (problem == null)) {
      LOG.warn("Ownership: {}", found == null ? "the database is held again" : found);
    }
    problem = isFenced ? problem : found;
  }

  /** Takes the lost lock again; returns null, or why this fails. */
  private @Nullable String takeAgain() throws SQLException {
    release();
    try {
      lock = lock(database);
      isReleased = false;
    } catch (UnusableDatabaseException e) {
      if (currentEpoch() != epoch) {
        fenced();
      }
      return "another service holds the lock of the database";
    }
    return null;
  }

  /** Writes what is there already: a full disk, or one that fails, is so until this succeeds. */
  private void tryToWrite() {
    database.<Integer>write(connection -> {
      try (Statement statement = connection.createStatement()) {
        return statement.executeUpdate("UPDATE head SET epoch = epoch WHERE epoch = " + epoch);
      }
    });
  }

  private long currentEpoch() {
    return database.probe(connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT epoch FROM head")) {
        rows.next();
        return rows.getLong(1);
      }
    });
  }

  /** Gives the database back. */
  @Override
  public void close() {
    checks.shutdownNow();
    synchronized (this) {
      forgetProcess();
      release();
    }
  }

  private void release() {
    if (!isReleased) {
      isReleased = true;
      lock.close();
    }
  }

  /** This process may live on without the database. */
  private void forgetProcess() {
    try {
      database.<Integer>write(connection -> {
        try (Statement statement = connection.createStatement()) {
          return statement.executeUpdate("UPDATE head SET owner = '' WHERE epoch = " + epoch);
        }
      });
    } catch (RuntimeException e) {
      LOG.debug("The database can't be told that its owner stops", e);
    }
  }
}
