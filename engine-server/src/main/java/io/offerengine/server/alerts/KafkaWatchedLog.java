package io.offerengine.server.alerts;

import io.offerengine.OfferEngine;
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
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log on Kafka, beside saved searches in a database.
 *
 * <p>No transaction has both. Whoever saves a search changes the row of {@code alert_state}, then
 * asks Kafka for the last batch. Whoever compares batches takes the last batch that its engine has,
 * then waits for that row, and then reads the searches. So a search that this reading misses was
 * saved after the batch was appended, and does not count for it.
 *
 * <p>Source: decision 101.
 */
public final class KafkaWatchedLog implements WatchedLog, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaWatchedLog.class);

  private final Database database;
  private final KafkaLog log;
  private final OfferHistory history = new Reachable();
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
  public long last(Connection saving) {
    Followed known = followed;
    if (known != null && known.follower().status().unreachableSince() != null) {
      // The row of alert_state is locked: others must not wait for Kafka.
      throw unavailable();
    }
    return reached(() -> log.head().seq());
  }

  /** Says in the log of the service if alerts wait for a batch that Kafka may never have. */
  @Override
  public void begin(long position) {
    long last = reached(() -> log.head().seq());
    if (position > last) {
      LOG.warn(
          "Alerts go on after batch {}, but the last batch on Kafka is {}: if the offers moved to"
              + " Kafka, run accept-restore",
          position,
          last);
    }
  }

  @Override
  public long head() {
    return followed().engine().snapshot().version();
  }

  @Override
  public long headAfter(Reading searches) {
    long head = head();
    return database.<Long>write(connection -> {
      lock(connection);
      searches.read(connection);
      return head;
    });
  }

  private static void lock(Connection connection) throws SQLException {
    try (Statement select = connection.createStatement()) {
      select.executeQuery("SELECT id FROM alert_state FOR UPDATE").close();
    }
  }

  @Override
  public boolean isBesideSearches() {
    return false;
  }

  private static <T> T reached(Supplier<T> work) {
    try {
      return work.get();
    } catch (LogUnavailableException e) {
      throw unavailable();
    }
  }

  private static StoreException unavailable() {
    return StoreException.unavailable("the log of the offers can't be reached now; try again");
  }

  @Override
  public void close() {
    Followed known = followed;
    if (known != null) {
      known.history().close();
    }
  }

  /** The history of the offers, which says in the way of databases that it can't be reached. */
  private final class Reachable implements OfferHistory {
    @Override
    public Part read(long after, long upTo, int most) {
      return reached(() -> followed().history().read(after, upTo, most));
    }

    @Override
    public Optional<Instant> timeOfNext(long after) {
      return reached(() -> followed().history().timeOfNext(after));
    }
  }
}
