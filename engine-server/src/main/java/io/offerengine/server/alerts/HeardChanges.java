package io.offerengine.server.alerts;

import io.offerengine.OfferListener;
import io.offerengine.SearchableOffers;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.server.store.Database;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
public final class HeardChanges implements WatchedLog, OfferListener {
  /** Some 30 MB of offers before and after. */
  private static final int MOST_CHANGES = 10_000;

  private final Database database;
  private final SearchableOffers offers;
  private final BooleanSupplier isFollowed;
  private final Deque<Batch> batches = new ArrayDeque<>();
  private int changes;
  private volatile Runnable heard = () -> {};

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
  public void tell(Runnable receiver) {
    heard = receiver;
  }

  @Override
  public void applied(long version, List<ChangedOffer> changed) {
    synchronized (this) {
      batches.add(new Batch(version, Instant.now(), changed));
      changes += changed.size();
      last = version;
      while (changes > MOST_CHANGES && batches.size() > 1) {
        drop();
      }
    }
    heard.run();
  }

  @Override
  public void loaded(long version, long count) {
    synchronized (this) {
      batches.clear();
      changes = 0;
      start = version;
      last = version;
    }
    heard.run();
  }

  private void drop() {
    Batch first = batches.remove();
    changes -= first.changes().size();
    start = first.version();
  }

  @Override
  public synchronized Part read(long after, long upTo, long bytes) {
    if (after < start) {
      return new Part(List.of(), start, start - after);
    }
    List<Batch> next = new ArrayList<>();
    for (Batch batch : batches) {
      if (batch.version() > after && batch.version() <= upTo) {
        next.add(batch);
      }
    }
    return new Part(next, upTo, 0);
  }

  @Override
  public long last(Connection saving) {
    return offers.snapshot().version();
  }

  @Override
  public long headAfter(SearchReading searches) {
    long head = known();
    database.<Long>read(connection -> {
      searches.read(connection);
      return head;
    });
    return head;
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
  public synchronized void compared(Connection connection, long version) {
    while (!database.isShared()
        && !batches.isEmpty()
        && Objects.requireNonNull(batches.peek()).version() <= version) {
      drop();
    }
  }
}
