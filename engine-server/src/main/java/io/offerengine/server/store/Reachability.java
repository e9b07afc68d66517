package io.offerengine.server.store;

import io.offerengine.log.SqlFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database of a service answers and is whole, as its last uses found.
 *
 * <p>While PostgreSQL does not answer, everything that needs it is refused at once, except for the
 * thread that watches the database: this thread finds out that PostgreSQL is back. After a damage
 * of a SQLite file was found, everything that needs the database is refused until the service is
 * restarted: what is written into a damaged file may be lost.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 70.
 */
final class Reachability implements AutoCloseable {
  /** How often the database is looked at while it does not answer. */
  static final Duration CHECK_EVERY = Duration.ofMillis(250);

  private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);

  /** While the store fails, every change fails, so that is logged once a minute. */
  private static final long LOG_EVERY = Duration.ofMinutes(1).toNanos();

  /** When a failure is logged again, as {@link System#nanoTime}. */
  private final AtomicLong nextLog = new AtomicLong(System.nanoTime());

  private final ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(1);
  private volatile boolean isWatched;
  private volatile @Nullable String problem;
  private volatile boolean isLost;
  private volatile boolean isSuspect;
  private volatile boolean isDamaged;

  /** Creates the state of a database that answers. */
  Reachability() {
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

  /**
   * Looks at the database from now on, while it fails.
   *
   * @param look looks at a database that failed, and throws if it still fails
   */
  void watch(Runnable look) {
    isWatched = true;
    long every = CHECK_EVERY.toMillis();
    Future<?> unused =
        watch.scheduleWithFixedDelay(() -> check(look), every, every, TimeUnit.MILLISECONDS);
  }

  private void check(Runnable look) {
    String found = null;
    try {
      if (isDamaged) {
        found = StoreException.DAMAGED + " and restart the service";
      } else {
        look.run();
      }
    } catch (RuntimeException e) {
      found =
          "the database "
              + (isSuspect ? "stores nothing" : "can't be reached")
              + ": changes, templates, invoices and other keys get 503; searches by keys of the"
              + " last 10 minutes go on";
    }
    if ((found == null) != (problem == null)) {
      LOG.warn("Database: {}", found == null ? "it works again" : found);
    }
    problem = found;
  }

  /** Returns why the database fails, for operators; null if it does not, as far as is known. */
  @Nullable String problem() {
    return problem;
  }

  /** Refuses work on a database that did not answer lately, or that is damaged. */
  void require() {
    if (isDamaged) {
      throw StoreException.unavailable(StoreException.DAMAGED);
    }
    if (isLost) {
      throw StoreException.unavailable("the database can't be reached now; try again");
    }
  }

  /** Returns whether the database did not answer. */
  boolean isLost() {
    return isLost;
  }

  /** Returns whether the last work failed for a reason that may last, such as a full disk. */
  boolean isSuspect() {
    return isSuspect;
  }

  /** Notes that the database has stored something. */
  void written() {
    isSuspect = false;
  }

  /** Notes that the database answered. */
  void found() {
    isLost = false;
  }

  /** Notes why a use of the database failed. */
  void note(SQLException failure) {
    SqlFailure kind = SqlFailure.of(failure);
    // Without a watch nobody would find out that the database is back.
    isLost |= isWatched && kind == SqlFailure.CONNECTION;
    isDamaged |= isWatched && kind == SqlFailure.DAMAGE;
    boolean isFull = kind == SqlFailure.FULL;
    if (isFull || kind == SqlFailure.DAMAGE || kind == SqlFailure.STORAGE) {
      isSuspect = true;
      if (mayLog()) {
        LOG.error(
            isFull
                ? "The disk of the database is full: changes are refused until there is room"
                : "The storage of the database fails",
            isFull ? null : failure);
      }
    }
  }

  private boolean mayLog() {
    long now = System.nanoTime();
    long due = nextLog.get();
    return now - due >= 0 && nextLog.compareAndSet(due, now + LOG_EVERY);
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
