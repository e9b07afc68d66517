package io.offerengine.server.alerts;

import io.offerengine.SearchableOffers;
import io.offerengine.log.LogEntry;
import io.offerengine.log.LogPage;
import io.offerengine.log.LoggedChange;
import io.offerengine.log.Sql;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.server.store.Database;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * The last batches of an engine without a log of its own, as its listener heard them: of an engine
 * in memory, or of one that follows a topic. They begin anew when all offers are read again.
 *
 * <p>At most {@value #MOST_CHANGES} changes and the last batch are in memory. If several services
 * share the saved searches, batches stay there after they were compared: another service may take
 * the turn to compare them, or save a search at an earlier version.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class HeardChanges extends WatchedLog {
  /** Some 30 MB of offers before and after. */
  private static final int MOST_CHANGES = 10_000;

  private final Database database;
  private final SearchableOffers offers;
  private final BooleanSupplier isFollowed;
  private final Deque<LogEntry> batches = new ArrayDeque<>();
  private int changes;

  /** The version after which the batches begin. */
  private long start;

  private long last;

  /**
   * Creates the changes of an engine.
   *
   * @param database has the saved searches
   * @param offers the engine
   * @param isFollowed whether the engine follows its source now
   */
  public HeardChanges(Database database, SearchableOffers offers, BooleanSupplier isFollowed) {
    this.database = database;
    this.offers = offers;
    this.isFollowed = isFollowed;
  }

  @Override
  public void applied(long version, List<ChangedOffer> changed) {
    List<LoggedChange> logged =
        changed.stream()
            .map(each -> new LoggedChange(each.id(), each.before(), each.after()))
            .toList();
    synchronized (this) {
      batches.add(new LogEntry(version, LogEntry.Kind.CHANGES, Instant.now(), logged));
      changes += changed.size();
      last = version;
      while (changes > MOST_CHANGES && batches.size() > 1) {
        drop();
      }
    }
    heard();
  }

  @Override
  public void loaded(long version, long count) {
    synchronized (this) {
      batches.clear();
      changes = 0;
      start = version;
      last = version;
    }
    heard();
  }

  private void drop() {
    LogEntry first = batches.remove();
    changes -= first.changes().size();
    start = first.number();
  }

  @Override
  public synchronized LogPage read(long after, long upTo, long bytes) {
    if (after < start) {
      return new LogPage(List.of(), start);
    }
    return new LogPage(
        batches.stream().filter(each -> each.number() > after && each.number() <= upTo).toList(),
        0);
  }

  @Override
  public long last(Sql saving) {
    return offers.snapshot().version();
  }

  @Override
  public long head(Sql reading) {
    return known();
  }

  @Override
  public synchronized long first() {
    return start;
  }

  @Override
  public synchronized long known() {
    return last;
  }

  @Override
  public boolean isFollowed() {
    return isFollowed.getAsBoolean();
  }

  @Override
  public boolean isInDatabase() {
    return false;
  }

  @Override
  public synchronized void compared(Sql sql, long version) {
    while (!database.isShared()
        && !batches.isEmpty()
        && Objects.requireNonNull(batches.peek()).number() <= version) {
      drop();
    }
  }
}
