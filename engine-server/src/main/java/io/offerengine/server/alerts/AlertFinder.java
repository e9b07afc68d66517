package io.offerengine.server.alerts;

import io.offerengine.OfferListener;
import io.offerengine.json.saved.Alert;
import io.offerengine.query.EngineException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Schema;
import io.offerengine.server.alerts.AlertRule.Hit;
import io.offerengine.server.offers.DamagedOfferException;
import io.offerengine.server.offers.OfferHistory;
import io.offerengine.server.offers.OfferHistory.Batch;
import io.offerengine.server.offers.OfferHistory.Part;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.Ownership;
import io.offerengine.server.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares each batch of the change log with the saved searches, on a thread of its own, and stores
 * the alerts.
 *
 * <p>The position in the log is stored in the transaction of the alerts, so that a crash neither
 * loses nor repeats one. Batches without alerts advance the stored position now and then; after a
 * crash, some of them are compared again.
 *
 * <p>Batches that the log does not have, and a part of the log that can't be read, are not
 * compared: every user with a saved search gets an alert without an offer.
 *
 * <p><b>Threads.</b> Safe for all. Neither ingests nor searches wait for this class.
 *
 * <p>Source: decisions 90 and 91.
 */
public final class AlertFinder implements OfferListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AlertFinder.class);

  /** How many changes are read, matched and committed at once. */
  private static final int CHANGES_AT_ONCE = 2_000;

  private static final Duration RETRY = Duration.ofSeconds(1);

  /** How often a service whose turn it is not looks at what the others have stored. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private static final long STORE_POSITION_NANOS = Duration.ofSeconds(10).toNanos();
  private static final double MILLIS = 1e3;

  private final Database database;
  private final SavedSearchRegistry searches;
  private final AlertLog alerts;
  private final AlertLimits limits;
  private final ToDoubleFunction<Instant> clock;
  private final OfferHistory history;
  private final ChangeLog log = new ChangeLog();
  private final AlertTurn turn;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "offer-engine-alerts");
  private volatile boolean isClosed;
  private volatile long position;
  private final LongAdder stored = new LongAdder();
  private long positionStoredAt = System.nanoTime();

  /**
   * Creates a finder that does nothing before {@link #start}.
   *
   * @param clock returns the time at which a batch is compared, in seconds since 1970, from the
   *     time when it was written
   */
  public AlertFinder(
      Database database,
      Schema schema,
      SavedSearchRegistry searches,
      AlertLog alerts,
      AlertLimits limits,
      ToDoubleFunction<Instant> clock) {
    this.database = database;
    this.searches = searches;
    this.alerts = alerts;
    this.limits = limits;
    this.clock = clock;
    this.history = new OfferHistory(database, schema);
    this.turn = new AlertTurn(database, System::nanoTime);
    thread.setDaemon(true);
  }

  /** Compares batches from now on, whenever it is the turn of this service. */
  public void start() {
    boolean unused = isMyTurn();
    thread.start();
  }

  /** Returns whether it is the turn of this service; loads the saved searches when it begins. */
  private boolean isMyTurn() {
    boolean hadTurn = turn.isHeld();
    if (turn.take() && !hadTurn) {
      alerts.lead();
      searches.load();
      long from = database.<Long>read(connection -> new AlertTable(connection).position());
      position = Math.max(from, searches.oldest(from));
    }
    return turn.isHeld();
  }

  /** Notes that there is a batch. */
  @Override
  public void applied(long version, List<ChangedOffer> changes) {
    if (wake.availablePermits() == 0) {
      wake.release();
    }
  }

  private void run() {
    while (!isClosed) {
      try {
        while (!isClosed && isMyTurn() && advance()) {
          // Another part follows.
        }
        if (turn.isHeld()) {
          boolean unused = wake.tryAcquire(AlertTurn.BEAT.toMillis(), TimeUnit.MILLISECONDS);
        } else {
          alerts.follow(turn.look().seq());
          Thread.sleep(LOOK.toMillis());
        }
        wake.drainPermits();
      } catch (AlertTurn.LostException e) {
        LOG.warn("Alerts: {}", e.getMessage());
      } catch (StoreException e) {
        LOG.warn("Alerts wait for the database: {}", e.getMessage());
        pause();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        LOG.error("Alerts failed; they are tried again", e);
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
    if (searches.isEmpty()) {
      position = head;
    }
    if (position >= head) {
      return false;
    }
    Part part = read(head);
    if (part.isComplete()) {
      store(part);
    } else {
      LOG.warn("The batches {} to {} were not compared with searches", position + 1, part.end());
      storeGap(part.end());
    }
    return true;
  }

  private Part read(long head) {
    try {
      return history.read(position, head, CHANGES_AT_ONCE);
    } catch (StoreException e) {
      throw e;
    } catch (DamagedOfferException | EngineException e) {
      LOG.error("The log of changes can't be read", e);
      return new Part(List.of(), head, false);
    }
  }

  private void store(Part part) {
    List<Map<Long, List<Hit>>> found = part.batches().stream().map(this::hits).toList();
    boolean isQuiet = found.stream().allMatch(Map::isEmpty);
    if (isQuiet && System.nanoTime() - positionStoredAt < STORE_POSITION_NANOS) {
      position = part.end();
      return;
    }
    commit(
        part.end(),
        connection -> {
          List<Long> users = new ArrayList<>();
          for (int i = 0; i < found.size(); i++) {
            users.addAll(store(connection, part.batches().get(i), found.get(i)));
          }
          return users;
        });
  }

  /** Returns the offers that a batch made match, by search. */
  private Map<Long, List<Hit>> hits(Batch batch) {
    double now = clock.applyAsDouble(batch.time());
    Map<Long, List<Hit>> found = new TreeMap<>();
    for (ChangedOffer change : batch.changes()) {
      searches
          .index()
          .matchChange(
              change.before(),
              change.after(),
              now,
              id -> {
                WatchedSearch search = searches.watched(id);
                if (search != null && search.since() < batch.seq()) {
                  found
                      .computeIfAbsent(id, number -> new ArrayList<>())
                      .add(
                          HitReader.of(
                              Objects.requireNonNull(change.after()), search.query(), now));
                }
              });
    }
    return found;
  }

  /** Appends the alerts of a batch, and returns the user of each. */
  private List<Long> store(Connection connection, Batch batch, Map<Long, List<Hit>> found)
      throws SQLException {
    AlertTable table = new AlertTable(connection);
    long time = batch.time().getEpochSecond();
    List<Long> users = new ArrayList<>();
    for (Map.Entry<Long, List<Hit>> each : found.entrySet()) {
      WatchedSearch search = searches.watched(each.getKey());
      if (search != null) {
        List<AlertRule.Sent> sent =
            table.sent(search.id(), AlertRule.firstThatMatters(search, time));
        Alert alert = AlertRule.alert(search, each.getValue(), sent, batch.seq(), time, limits);
        if (alert != null) {
          table.append(search.user(), alert);
          users.add(search.user());
        }
      }
    }
    return users;
  }

  private void storeGap(long end) {
    long now = Instant.now().getEpochSecond();
    Alert gap = new Alert(null, null, null, null, null, 0, end, now, null);
    commit(
        end,
        connection -> {
          List<Long> users = new ArrayList<>();
          new SavedSearchTable(connection).usersBefore(end, users::add);
          for (long user : users) {
            new AlertTable(connection).append(user, gap);
          }
          return users;
        });
  }

  /**
   * Stores alerts and the position after them in one transaction.
   *
   * @param appending appends alerts, and returns the user of each
   */
  private void commit(long end, Database.Work<List<Long>> appending) {
    List<Long> told = new ArrayList<>();
    long reached =
        database.<Long>write(connection -> {
          Ownership.require(database, connection);
          turn.require(connection);
          AlertTable table = new AlertTable(connection);
          long before = table.position();
          if (before > position) {
            // The last commit took effect, although its answer was lost.
            return before;
          }
          told.addAll(appending.with(connection));
          for (long user : Set.copyOf(told)) {
            table.trim(user, limits.alertsPerUser());
          }
          table.advance(end);
          return end;
        });
    position = reached;
    positionStoredAt = System.nanoTime();
    stored.add(told.size());
    alerts.signal(Set.copyOf(told));
  }

  /** Returns how far alerts have come. */
  public AlertStatus status() {
    if (thread.getState() == Thread.State.NEW || !turn.isHeld()) {
      // The position is read when the turn of this service begins.
      return new AlertStatus(searches.size(), alerts.waiting(), 0, 0, 0);
    }
    long reached = position;
    long head = database.<Long>lookUp(log::head);
    double seconds =
        database
            .lookUp(connection -> log.timeOfNext(connection, reached))
            .map(time -> (System.currentTimeMillis() - time.toEpochMilli()) / MILLIS)
            .orElse(0.0);
    return new AlertStatus(
        searches.size(), alerts.waiting(), stored.sum(), Math.max(0, head - reached), seconds);
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
      turn.giveUp();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
