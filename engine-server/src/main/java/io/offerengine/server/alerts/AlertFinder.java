package io.offerengine.server.alerts;

import io.offerengine.log.Lease;
import io.offerengine.log.LogEntry;
import io.offerengine.log.LogPage;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.alerts.AlertTable.UserAlert;
import io.offerengine.server.store.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares each batch of changes with the saved searches, on a thread of its own, and stores the
 * alerts.
 *
 * <p>Alerts are stored in short transactions, so that no ingest waits long, and the position in the
 * log advances after the alerts of a batch. After a crash, or if the answer of a commit was lost,
 * the last batch is compared again: a search that has an alert of the batch gets no second one.
 * Batches without alerts advance the stored position now and then.
 *
 * <p>Some batches are not compared: those that the log does not have, and those whose changes can't
 * be read or matched. Every user with a saved search gets an alert without an offer.
 *
 * <p><b>Threads.</b> Safe for all. Neither ingests nor searches wait for this class.
 *
 * <p>Source: decision 90.
 */
public final class AlertFinder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AlertFinder.class);

  /** The name of the lease of the service that works alerts out. */
  private static final String LEASE = "alerts";

  /** How many bytes of the log are read at once. */
  private static final long BYTES_AT_ONCE = 4 << 20;

  /** How many batches are read one by one after some could not be read. */
  private static final int SINGLE_BATCHES = 500;

  /** How many searches, and machines of earlier alerts, are in memory while a batch is decided. */
  private static final int SEARCHES_AT_ONCE = 50_000;

  /** How many alerts are stored in a transaction. */
  private static final int ALERTS_AT_ONCE = 1_000;

  /** How long a service that takes the turn may need to get the batches that were compared. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  private static final Duration RETRY = Duration.ofSeconds(1);

  /** How often a service whose turn it is not looks at what the others have stored. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private static final long STORE_POSITION_NANOS = Duration.ofSeconds(10).toNanos();
  private static final double MILLIS = 1e3;

  /**
   * How far alerts have come.
   *
   * @param searches how many searches wait for offers
   * @param waiting how many requests wait for alerts
   * @param stored how many alerts were stored since the start
   * @param skipped how many batches were not compared since the start, because the log lacks them
   *     or they can't be read
   * @param batchesBehind how many batches were stored that were not compared yet
   * @param secondsBehind about how long ago the last batch was written that was compared; 0 if no
   *     batch is left, or none was compared since this service works alerts out
   */
  public record Status(
      int searches,
      int waiting,
      long stored,
      long skipped,
      long batchesBehind,
      double secondsBehind) {}

  private final Database database;
  private final SavedSearchRegistry searches;
  private final AlertLog alerts;
  private final AlertLimits limits;
  private final UnaryOperator<Instant> clock;
  private final int searchesAtOnce;
  private final WatchedLog log;
  private final Lease turn;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "offer-engine-alerts");
  private volatile boolean isClosed;

  /** The epoch of the turn for which searches and position are loaded; 0 if they are not. */
  private volatile long loaded;

  private volatile long position;

  /** The last batch whose alerts are stored. */
  private long storedUpTo;

  private final LongAdder stored = new LongAdder();
  private final LongAdder skipped = new LongAdder();
  private long positionStoredAt = System.nanoTime();

  /** The users of alerts that may be stored, and whose requests still wait. */
  private final Set<Long> untold = new HashSet<>();

  /**
   * Up to when batches were compared in this turn, in milliseconds since 1970; 0 if none was yet.
   */
  private volatile long comparedUpTo;

  /** The time of the last batch that was compared, in seconds since 1970. */
  private long comparedTime = Instant.now().getEpochSecond();

  /** Until when this service may lack batches that were compared, as {@link System#nanoTime}. */
  private long aheadUntil = System.nanoTime() + AHEAD.toNanos();

  /** The batches up to here are read one by one, to find the one that can't be read. */
  private long singleUpTo;

  /**
   * Creates a finder that does nothing before {@link #start}.
   *
   * @param clock returns the time at which a batch is compared, from the time when it was written
   */
  public AlertFinder(
      Database database,
      WatchedLog log,
      SavedSearchRegistry searches,
      AlertLog alerts,
      AlertLimits limits,
      UnaryOperator<Instant> clock) {
    this(database, log, searches, alerts, limits, clock, SEARCHES_AT_ONCE);
  }

  /** Creates a finder that decides so many searches at once. */
  AlertFinder(
      Database database,
      WatchedLog log,
      SavedSearchRegistry searches,
      AlertLog alerts,
      AlertLimits limits,
      UnaryOperator<Instant> clock,
      int searchesAtOnce) {
    this.database = database;
    this.log = log;
    this.searches = searches;
    this.alerts = alerts;
    this.limits = limits;
    this.clock = clock;
    this.searchesAtOnce = searchesAtOnce;
    this.turn = Lease.open(database.log(), LEASE);
    thread.setDaemon(true);
    log.tell(wake::release);
  }

  /** Compares batches from now on, whenever it is the turn of this service. */
  public void start() {
    boolean unused = isMyTurn();
    thread.start();
  }

  /** Returns whether it is the turn of this service; loads the saved searches when it begins. */
  private boolean isMyTurn() {
    boolean isFollowed = log.isFollowed();
    if (!isFollowed) {
      turn.giveUp();
    }
    boolean isMine = isFollowed && turn.take();
    long epoch = turn.epoch();
    if (loaded != 0 && !(isMine && loaded == epoch)) {
      loaded = 0;
      searches.unload();
    }
    if (isMine && loaded == 0) {
      alerts.lead();
      searches.load();
      long from = database.<Long>read(sql -> new AlertTable(sql).position());
      storedUpTo = from;
      position = Math.max(from, searches.oldest(from));
      comparedUpTo = 0;
      // The log keeps what was not compared yet.
      commit(List.of(), position);
      loaded = epoch;
      LOG.info("This service works alerts out from now on, in the epoch {}", epoch);
    }
    return isMine;
  }

  private void run() {
    while (!isClosed) {
      try {
        while (!isClosed && isMyTurn() && advance()) {
          // Another part follows.
        }
        if (turn.isHeld()) {
          boolean unused = wake.tryAcquire(RETRY.toMillis(), TimeUnit.MILLISECONDS);
        } else {
          alerts.follow(database.<Long>lookUp(sql -> new AlertTable(sql).position()));
          Thread.sleep(LOOK.toMillis());
        }
        wake.drainPermits();
      } catch (Lease.LostException e) {
        LOG.warn("Alerts: {}", e.getMessage());
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        if (isPassing(e)) {
          LOG.warn("Alerts wait: {}", e.getMessage());
        } else {
          LOG.error("Alerts failed; they are tried again", e);
        }
        pause();
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(RETRY.toMillis());
    } catch (InterruptedException e) {
      isClosed = true;
    }
  }

  /** Compares the next part of the log; returns whether there may be more. */
  private boolean advance() {
    long head = searches.head();
    // If the answer of the last commit was lost, the alerts may be stored.
    tell();
    if (searches.size() == 0 && position < head) {
      store(List.of(), head);
    }
    goBack(head);
    if (position >= head) {
      comparedUpTo = System.currentTimeMillis();
      return false;
    }
    boolean isSingle = position < singleUpTo;
    LogPage page;
    try {
      page = log.read(position, head, isSingle ? 1 : BYTES_AT_ONCE);
    } catch (RuntimeException e) {
      requireLasting(e);
      if (isSingle) {
        LOG.error("The batch {} can't be read", position + 1, e);
        skip(position + 1, 1);
      } else {
        singleUpTo = Math.min(head, position + SINGLE_BATCHES);
      }
      return true;
    }
    if (page.trimmed() > 0) {
      skip(page.trimmed(), page.trimmed() - position);
    } else if (page.entries().isEmpty()) {
      position = head;
    }
    for (LogEntry each : page.entries()) {
      if (isClosed) {
        return false;
      }
      if (each.kind() == LogEntry.Kind.CHANGES) {
        compare(each);
      } else {
        // Nobody knows what a marker changed: all offers, or those that an older copy lacks.
        skip(each.number(), 1);
      }
    }
    return true;
  }

  /** Goes back if earlier batches are to be compared. */
  private void goBack(long head) {
    // A search may have been saved at an earlier version than that of the last look.
    position = Math.min(position, Math.max(searches.takeOldestAdded(), log.first()));
    long now = System.nanoTime();
    if (position <= head) {
      aheadUntil = now + AHEAD.toNanos();
    } else if (log.isInDatabase()) {
      LOG.warn("The database was restored from a copy: alerts go on from what it has");
      loaded = 0;
    } else if (now > aheadUntil) {
      beginAnew(log.first());
    }
  }

  /** Goes on after an earlier version than the last one, since the source of the offers is new. */
  private void beginAnew(long version) {
    LOG.warn("The offers are of another source: alerts go on after version {}", version);
    storedUpTo = version;
    database.<Boolean>write(sql -> {
      turn.require(sql.connection());
      AlertTable table = new AlertTable(sql);
      table.advance(version);
      table.limitVersions(version);
      SavedSearchRegistry.limitSince(sql, version);
      return true;
    });
    loaded = 0;
  }

  /** Returns whether the work may succeed if it is tried again. */
  private static boolean isPassing(Throwable failure) {
    return failure instanceof EngineException e && e.code() == ErrorCode.UNAVAILABLE;
  }

  /** Throws a failure that may pass: the work is then tried again. */
  private static void requireLasting(RuntimeException failure) {
    if (isPassing(failure)) {
      throw failure;
    }
  }

  private void compare(LogEntry batch) {
    comparedTime = batch.time().getEpochSecond();
    comparedUpTo = batch.time().toEpochMilli();
    BatchAlerts decided = null;
    do {
      List<UserAlert> next;
      try {
        if (decided == null) {
          decided = new BatchAlerts(batch, clock.apply(batch.time()), searches, limits);
        }
        next = decided.next(database, searchesAtOnce);
      } catch (RuntimeException e) {
        requireLasting(e);
        LOG.error("The batch {} can't be compared with searches", batch.number(), e);
        skip(batch.number(), 1);
        return;
      }
      store(next, decided.isOver() ? batch.number() : position);
    } while (!decided.isOver());
  }

  /**
   * Goes on after some batches without comparing them, and tells the users.
   *
   * @param end the version of the last of them
   * @param count how many they are
   */
  private void skip(long end, long count) {
    LOG.warn("The batches {} to {} were not compared with searches", position + 1, end);
    long time = Instant.now().getEpochSecond();
    Map<Long, LastHour> told =
        database.read(sql -> new AlertTable(sql).gaps(time - LastHour.SECONDS));
    List<UserAlert> gaps = new ArrayList<>();
    for (long user : searches.users(end)) {
      LastHour hour = told.getOrDefault(user, LastHour.QUIET);
      if (hour.allows(end, limits)) {
        Long quietUntil = hour.quietUntil(time, limits);
        gaps.add(
            new UserAlert(user, new Alert(null, null, null, null, null, 0, end, time, quietUntil)));
      }
    }
    store(gaps, end);
    skipped.add(count);
  }

  /** Stores alerts, and the position after them. */
  private void store(List<UserAlert> found, long end) {
    if (found.isEmpty() && System.nanoTime() - positionStoredAt < STORE_POSITION_NANOS) {
      position = end;
      return;
    }
    int from = 0;
    while (found.size() - from > ALERTS_AT_ONCE) {
      commit(found.subList(from, from + ALERTS_AT_ONCE), position);
      from += ALERTS_AT_ONCE;
    }
    commit(found.subList(from, found.size()), end);
  }

  private void commit(List<UserAlert> found, long end) {
    found.forEach(each -> untold.add(each.user()));
    database.<Integer>write(sql -> {
      turn.require(sql.connection());
      AlertTable table = new AlertTable(sql);
      table.append(found);
      for (long user : untold) {
        table.trim(user, limits.alertsPerUser(), comparedTime - LastHour.SECONDS);
      }
      long reached = Math.max(end, storedUpTo);
      table.advance(reached);
      log.compared(sql, reached);
      return found.size();
    });
    storedUpTo = Math.max(end, storedUpTo);
    position = end;
    positionStoredAt = System.nanoTime();
    stored.add(found.size());
    tell();
  }

  private void tell() {
    alerts.signal(untold);
    untold.clear();
  }

  /** Returns how far alerts have come. */
  public Status status() {
    if (loaded == 0 || !turn.isHeld()) {
      return new Status(searches.size(), alerts.waiting(), 0, 0, 0, 0);
    }
    long behind = Math.max(0, log.known() - position);
    long since = behind == 0 || comparedUpTo == 0 ? System.currentTimeMillis() : comparedUpTo;
    return new Status(
        searches.size(),
        alerts.waiting(),
        stored.sum(),
        skipped.sum(),
        behind,
        Math.max(0, System.currentTimeMillis() - since) / MILLIS);
  }

  /** Returns whether this service works alerts out, and not another one on the same database. */
  public boolean isHere() {
    return turn.isHeld();
  }

  /** Ends the thread, and wakes the requests that wait for alerts. */
  @Override
  public void close() {
    isClosed = true;
    wake.release();
    alerts.close();
    try {
      thread.join(RETRY.toMillis());
      turn.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
