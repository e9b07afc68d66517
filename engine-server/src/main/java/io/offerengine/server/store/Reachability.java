package io.offerengine.server.store;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database of a service answers, as its last uses found.
 *
 * <p>While PostgreSQL does not answer, everything that needs it is refused at once, except for the
 * thread that watches the database: this thread finds out that PostgreSQL is back.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 70.
 */
final class Reachability implements AutoCloseable {
  /** How often the database is looked at while it does not answer. */
  static final Duration CHECK_EVERY = Duration.ofMillis(250);

  private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);

  private final boolean isRemote;

  /** While the disk is full every change fails, so that is logged once a minute. */
  private final Interval fullDiskLog = new Interval(Duration.ofMinutes(1), System::nanoTime);

  private final ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(1);
  private volatile boolean isWatched;
  private volatile boolean isLost;

  /**
   * Creates the state of a database that answers.
   *
   * @param isRemote whether it is a server
   */
  Reachability(boolean isRemote) {
    this.isRemote = isRemote;
    watch.setThreadFactory(task -> {
      Thread thread = new Thread(task, "offer-engine-database");
      thread.setDaemon(true);
      return thread;
    });
  }

  /** Returns whether somebody finds out that the database is back. */
  boolean isWatched() {
    return isWatched;
  }

  /** Notes that somebody else calls {@link #found} when the database is back. */
  void watchedByOwner() {
    isWatched = true;
  }

  /**
   * Looks at the database from now on, while it does not answer.
   *
   * @param probe reads from the database
   */
  void watch(Runnable probe) {
    isWatched = true;
    long every = CHECK_EVERY.toMillis();
    Future<?> unused =
        watch.scheduleWithFixedDelay(
            () -> {
              if (isLost) {
                try {
                  probe.run();
                } catch (RuntimeException e) {
                  LOG.debug("The database does not answer yet", e);
                }
              }
            },
            every,
            every,
            TimeUnit.MILLISECONDS);
  }

  /** Refuses work on a database that did not answer lately. */
  void require() {
    if (isLost) {
      throw StoreException.unavailable("the database can't be reached now; try again");
    }
  }

  /**
   * Connects to PostgreSQL beside the pool, which tries ever more seldom while somebody waits.
   *
   * @throws SQLException if it did not answer lately, and does not within a second now
   */
  void tryToConnect(String url) throws SQLException {
    if (isLost && isRemote) {
      Properties limits = new Properties();
      limits.setProperty("loginTimeout", "1");
      DriverManager.getConnection(url, limits).close();
    }
  }

  /** Notes that the database answered. */
  void found() {
    isLost = false;
  }

  /** Notes why a use of the database failed. */
  void note(SQLException failure) {
    // Without a watch nobody would find out that the database is back.
    if (isWatched && StoreException.isOfConnection(failure)) {
      isLost = true;
    }
    if (StoreException.isFull(failure) && fullDiskLog.isOver()) {
      LOG.error("The disk of the database is full: changes are refused until there is room");
    }
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
