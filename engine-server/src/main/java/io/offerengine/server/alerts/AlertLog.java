package io.offerengine.server.alerts;

import io.offerengine.query.EngineException;
import io.offerengine.server.alerts.AlertTable.Numbered;
import io.offerengine.server.alerts.AlertTable.Numbers;
import io.offerengine.server.store.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The stored alerts of all users, and the requests that wait for more.
 *
 * <p>A waiting request is a future: no thread waits.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class AlertLog {
  private static final int PAGE_ALERTS = 100;

  /** How many requests of a user may wait; a further one ends the oldest. */
  private static final int MOST_WAITING = 16;

  private final Database database;
  private final Map<Long, Deque<CompletableFuture<?>>> waiting = new HashMap<>();
  private boolean isClosed;

  /**
   * The batch up to which the waiting requests know of alerts; less than 0 before the first look.
   */
  private long followed = -1;

  /** Creates the log in a database. */
  public AlertLog(Database database) {
    this.database = database;
  }

  /**
   * Returns the oldest alerts of a user after a cursor.
   *
   * @param cursor null or empty for the oldest that are stored
   * @throws EngineException INVALID_CURSOR if the cursor is damaged or foreign
   */
  public AlertPage read(long user, @Nullable String cursor) {
    long after = cursor == null || cursor.isEmpty() ? 0 : AlertPage.number(cursor, user);
    return database.read(sql -> page(new AlertTable(sql), user, after));
  }

  private static AlertPage page(AlertTable table, long user, long after) throws SQLException {
    Numbers stored = table.numbers(user);
    if (after > stored.last()) {
      throw AlertPage.refusal(
          "the cursor is of another database; leave it out to begin with the oldest");
    }
    List<Numbered> alerts = table.after(user, after, PAGE_ALERTS);
    long end = alerts.size() < PAGE_ALERTS ? stored.last() : alerts.get(alerts.size() - 1).number();
    return new AlertPage(
        alerts.stream().map(Numbered::alert).toList(),
        Math.max(0, stored.first() - 1 - after),
        AlertPage.cursor(user, end));
  }

  /**
   * Returns a future that completes when the user may have new alerts, or when the time is over.
   * Call this before {@link #read}, so that no alert falls between; complete the future to wait no
   * longer.
   */
  public CompletableFuture<?> await(long user, Duration time) {
    CompletableFuture<Void> signal = new CompletableFuture<>();
    CompletableFuture<?> surplus = null;
    synchronized (this) {
      if (isClosed || time.isZero()) {
        signal.complete(null);
        return signal;
      }
      Deque<CompletableFuture<?>> ofUser =
          waiting.computeIfAbsent(user, number -> new ArrayDeque<>());
      ofUser.addLast(signal);
      if (ofUser.size() > MOST_WAITING) {
        surplus = ofUser.removeFirst();
      }
    }
    if (surplus != null) {
      surplus.complete(null);
    }
    CompletableFuture<?> unused =
        signal
            .completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete((nothing, failure) -> forget(user, signal));
    return signal;
  }

  @SuppressWarnings("ReferenceEquality") // Each request has a signal of its own.
  private synchronized void forget(long user, CompletableFuture<?> signal) {
    Deque<CompletableFuture<?>> ofUser = waiting.get(user);
    if (ofUser != null && ofUser.removeIf(each -> each == signal) && ofUser.isEmpty()) {
      waiting.remove(user);
    }
  }

  /**
   * Wakes the waiting requests of users for whom another service has stored alerts. One thread
   * calls this now and then.
   *
   * @param version the last batch whose alerts are stored
   */
  void follow(long version) {
    long from = followed;
    if (version != from && waiting() > 0) {
      // The database may have been restored, or this service may have stored alerts meanwhile.
      signal(
          from < 0 || version < from
              ? waitingUsers()
              : database.lookUp(sql -> new AlertTable(sql).users(from)));
    }
    followed = version;
  }

  /** Notes that this service stores alerts itself, and tells the waiting requests of them. */
  void lead() {
    followed = -1;
  }

  private synchronized List<Long> waitingUsers() {
    return List.copyOf(waiting.keySet());
  }

  /** Wakes the waiting requests of some users. */
  void signal(Collection<Long> users) {
    List<CompletableFuture<?>> woken = new ArrayList<>();
    synchronized (this) {
      for (long user : users) {
        Deque<CompletableFuture<?>> ofUser = waiting.remove(user);
        if (ofUser != null) {
          woken.addAll(ofUser);
        }
      }
    }
    woken.forEach(each -> each.complete(null));
  }

  /** Returns how many requests wait. */
  synchronized int waiting() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }

  /** Wakes all waiting requests; later ones do not wait. */
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    signal(waitingUsers());
  }
}
