package io.offerengine.server.alerts;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.FollowerStatus;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.OfferHistory;
import io.offerengine.cluster.kafka.KafkaHistory;
import io.offerengine.cluster.kafka.KafkaLog;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log on Kafka, while the saved searches are in PostgreSQL.
 *
 * <p>No transaction has both. Whoever saves a search takes a lock of PostgreSQL, then asks Kafka
 * for the last batch, and holds the lock until the search is stored. Whoever compares batches takes
 * the last batch that its engine has, then waits for that lock, and then reads the searches. So a
 * search that this reading misses was saved after the batch was appended, and does not count for
 * it.
 *
 * <p>Source: decision 101.
 */
public final class KafkaWatchedLog implements WatchedLog, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaWatchedLog.class);

  /** The number of the lock: any that no other program uses in this database. */
  private static final long LOCK = 0x6f666665725f7373L;

  private final Database database;
  private final KafkaLog log;
  private final OfferHistory history =
      (after, upTo, most) -> reached(() -> followed().history().read(after, upTo, most));

  private volatile @Nullable Followed followed;

  private record Followed(OfferEngine engine, LogFollower follower, KafkaHistory history) {}

  /**
   * Creates the log as alerts read it.
   *
   * @param database has the saved searches
   */
  public KafkaWatchedLog(Database database, KafkaLog log) {
    this.database = database;
    this.log = log;
  }

  /**
   * Notes the engine that follows the log and has all offers. Call this before batches are read.
   */
  public void followedBy(OfferEngine engine, LogFollower follower) {
    followed = new Followed(engine, follower, log.history(engine, follower));
  }

  private Followed followed() {
    Followed known = followed;
    if (known == null) {
      throw new IllegalStateException("no engine with all offers follows the log");
    }
    return known;
  }

  @Override
  public OfferHistory history() {
    return history;
  }

  @Override
  public long last(Connection saving) throws SQLException {
    Followed known = followed;
    if (known != null && known.follower().status().unreachableSince() != null) {
      // Others wait for the lock: if Kafka is known to be away, it is not taken.
      throw unavailable();
    }
    lock(saving, "pg_advisory_xact_lock");
    return reached(() -> log.head().seq());
  }

  @Override
  public long headAfter(SearchReading searches) {
    long head = followed().engine().snapshot().version();
    // Not as a reading: its version of the database would be older than the lock.
    return database.<Long>write(connection -> {
      lock(connection, "pg_advisory_xact_lock_shared");
      searches.read(connection);
      return head;
    });
  }

  private static void lock(Connection connection, String function) throws SQLException {
    try (Statement select = connection.createStatement()) {
      select.execute("SELECT " + function + "(" + LOCK + ")");
    }
  }

  @Override
  public long known() {
    Followed known = followed();
    return Math.max(known.engine().snapshot().version(), known.follower().status().head());
  }

  @Override
  public boolean isFollowed() {
    FollowerStatus status = followed().follower().status();
    return status.unreachableSince() == null && status.restored() == null && !status.isReloading();
  }

  @Override
  public boolean isRestoredWithSearches() {
    return false;
  }

  private static <T> T reached(Supplier<T> work) {
    try {
      return work.get();
    } catch (LogUnavailableException e) {
      LOG.warn("The log of the offers can't be read: {}", e.getMessage());
      throw unavailable();
    }
  }

  private static StoreException unavailable() {
    return StoreException.unavailable("the log of the offers can't be read now; try again");
  }

  @Override
  public void close() {
    Followed known = followed;
    if (known != null) {
      known.history().close();
    }
  }
}
