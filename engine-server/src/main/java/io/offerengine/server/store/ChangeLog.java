package io.offerengine.server.store;

import io.offerengine.cluster.ChangeText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of the changes of offers, in the table {@code changes}. Batches are numbered from 1
 * without gaps, in the order in which they were committed.
 *
 * <p>A reader that has the offers as of batch n applies the batches after n, in order. If {@link
 * #read} has no answer, or a batch {@linkplain Batch#mustReload is not in the log}, the reader
 * loads all offers again and goes on from the {@link #head} of the same transaction.
 *
 * <p><b>Size.</b> The log holds the batches of the last {@link Limits#age}, up to {@link
 * Limits#changes} changes. Older batches are trimmed from time to time, whole batches at once.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 56 (the change log).
 */
public final class ChangeLog {
  /** How many changes are appended between two trims. */
  private static final int TRIM_EVERY = 10_000;

  private static final int ROWS_AT_ONCE = 1_000;
  private static final String INSERT =
      "INSERT INTO changes (seq, batch, time, id, before, after, previous)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?)";

  private final Limits limits;
  private final InstantSource clock;

  /** The changes since the last trim; the log is trimmed at the first batch after a start. */
  private final AtomicLong sinceTrim = new AtomicLong(TRIM_EVERY);

  /** The number of the last batch that was committed here; less than 0 before the first. */
  private final AtomicLong lastCommitted = new AtomicLong(-1);

  /**
   * How much the log holds.
   *
   * @param batchChanges the largest batch that is logged; readers of a larger one must reload
   * @param changes the changes that remain after a trim, those of the newest batches
   * @param age the age from which batches are trimmed
   */
  public record Limits(int batchChanges, int changes, Duration age) {
    /** 10,000 changes in a batch, 200,000 changes, 24 hours. */
    public static final Limits DEFAULTS = new Limits(10_000, 200_000, Duration.ofHours(24));

    /**
     * Those of a database with members: a member that loads all offers must find the batches that
     * were appended meanwhile. 1,000,000 changes are 100 seconds of 10,000 changes.
     */
    public static final Limits OF_MEMBERS = new Limits(10_000, 1_000_000, Duration.ofHours(24));
  }

  /**
   * A batch in the log.
   *
   * @param seq its number
   * @param batch its unique identifier
   * @param previous the unique identifier of the batch before it, or that of the database before
   *     the first batch; null if an older version of the service wrote the batch
   * @param time when it was written
   * @param changes the changes; null if the log does not have them
   */
  public record Batch(
      long seq,
      UUID batch,
      @Nullable UUID previous,
      Instant time,
      @Nullable List<ChangeText> changes) {
    /** Returns whether a reader must load all offers again, since the batch was too large. */
    public boolean mustReload() {
      return changes == null;
    }
  }

  /**
   * A point in the log: offers as of one batch.
   *
   * @param seq the number of the batch; 0 before the first one
   * @param batch its unique identifier, or that of the database before the first batch
   */
  public record Position(long seq, UUID batch) {}

  /** Creates the log of a database with the default limits. */
  public ChangeLog() {
    this(Limits.DEFAULTS);
  }

  /** Creates the log of a database. */
  public ChangeLog(Limits limits) {
    this(limits, InstantSource.system());
  }

  /** Creates the log of a database. */
  ChangeLog(Limits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Appends a batch in the transaction that applies it, before any other statement of this
   * transaction: the row of {@code head} is then locked, so that batches are numbered in the order
   * of their commits.
   *
   * <p>If somebody owns the database and the number does not follow the last {@linkplain #committed
   * committed} one, the database has other offers than the owner: a commit took effect although its
   * answer was lost, or the database was restored from a copy. The owner then stores nothing more.
   *
   * @param owner the owner of the database; null if nobody claimed it
   * @param size the number of changes
   * @param changes read only if the batch is logged
   * @return the position after the batch
   * @throws StoreException if another service has taken the database, or if the owner does not know
   *     its last batch
   */
  public Position append(
      Connection connection, @Nullable Ownership owner, long size, Iterator<ChangeText> changes)
      throws SQLException {
    Batch batch = begin(connection, owner, UUID.randomUUID());
    log(connection, batch, size, changes);
    return new Position(batch.seq(), batch.batch());
  }

  /**
   * Takes the number of a batch, as the first statement of the transaction that applies it, like
   * {@link #append}; {@link #log} follows.
   *
   * @param id the unique identifier of the batch
   * @return the batch, without its changes
   */
  public Batch begin(Connection connection, @Nullable Ownership owner, UUID id)
      throws SQLException {
    Batch batch = next(connection, owner, id);
    long last = lastCommitted.get();
    if (owner != null && last >= 0 && batch.seq() != last + 1) {
      throw owner.outOfDate();
    }
    return batch;
  }

  /**
   * Writes the changes of a batch that {@link #begin} returned.
   *
   * @param size the number of changes
   * @param changes read only if the batch is logged
   */
  public void log(Connection connection, Batch batch, long size, Iterator<ChangeText> changes)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      if (size > limits.batchChanges()) {
        add(insert, batch, null);
      } else {
        insertAll(insert, batch, changes);
      }
      insert.executeBatch();
    }
    if (sinceTrim.addAndGet(Math.min(size, limits.batchChanges())) >= TRIM_EVERY) {
      trim(connection, batch.time());
      sinceTrim.set(0);
    }
  }

  /** Notes that the transaction of a batch was committed, or that its changes were loaded. */
  public void committed(long seq) {
    lastCommitted.set(seq);
  }

  private Batch next(Connection connection, @Nullable Ownership owner, UUID id)
      throws SQLException {
    String condition = owner == null ? "" : " AND epoch = " + owner.epoch();
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE head SET seq = seq + 1, previous = batch, batch = ? WHERE id = 1"
                + condition
                + " RETURNING seq, previous")) {
      update.setBytes(1, LogRows.bytes(id));
      try (ResultSet rows = update.executeQuery()) {
        if (rows.next()) {
          return new Batch(
              rows.getLong(1), id, LogRows.uuid(rows.getBytes(2)), clock.instant(), null);
        }
      }
    }
    if (owner == null) {
      throw new SQLException("the table head has no row");
    }
    throw owner.fenced();
  }

  private static void insertAll(PreparedStatement insert, Batch batch, Iterator<ChangeText> changes)
      throws SQLException {
    for (int rows = 1; changes.hasNext(); rows++) {
      add(insert, batch, changes.next());
      if (rows % ROWS_AT_ONCE == 0) {
        insert.executeBatch();
      }
    }
  }

  /** Adds the row of a change; null for a mark. */
  private static void add(PreparedStatement insert, Batch batch, @Nullable ChangeText change)
      throws SQLException {
    insert.setLong(1, batch.seq());
    insert.setBytes(2, LogRows.bytes(batch.batch()));
    insert.setLong(3, batch.time().toEpochMilli());
    if (change == null) {
      insert.setNull(4, Types.BIGINT);
    } else {
      insert.setLong(4, change.id());
    }
    insert.setString(5, change == null ? null : change.before());
    insert.setString(6, change == null ? null : change.after());
    insert.setBytes(7, batch.previous() == null ? null : LogRows.bytes(batch.previous()));
    insert.addBatch();
  }

  /** Removes the batches that are too old or too many. */
  private void trim(Connection connection, Instant now) throws SQLException {
    long last =
        Math.max(
            longOf(
                connection,
                "SELECT MAX(seq) FROM changes WHERE time < "
                    + now.minus(limits.age()).toEpochMilli()),
            longOf(
                connection,
                "SELECT MAX(seq) FROM (SELECT seq FROM changes ORDER BY seq DESC LIMIT 1 OFFSET "
                    + limits.changes()
                    + ") AS surplus"));
    if (last > 0) {
      trim(connection, last);
    }
  }

  /** Removes the batches up to a number, or all if there are fewer. */
  public void trim(Connection connection, long last) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // The row of head is locked first, as by everybody.
      statement.executeUpdate(
          "UPDATE head SET trimmed = CASE WHEN seq < "
              + last
              + " THEN seq ELSE "
              + last
              + " END WHERE trimmed < "
              + last);
      statement.executeUpdate("DELETE FROM changes WHERE seq <= (SELECT trimmed FROM head)");
    }
  }

  /** Returns a number; 0 for null. */
  private static long longOf(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  /** Returns the number of the last batch; 0 if there was none. */
  public long head(Connection connection) throws SQLException {
    return longOf(connection, "SELECT seq FROM head");
  }

  /** Returns the position after the last batch. */
  public Position position(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT seq, batch FROM head")) {
      rows.next();
      return new Position(rows.getLong(1), LogRows.uuid(rows.getBytes(2)));
    }
  }

  /**
   * Returns whether the log has every change since a position of this database. It has not if
   * batches were trimmed, if a batch left a mark only, or if the position is that of a copy which
   * went another way.
   */
  public boolean hasAllSince(Connection connection, Position from) throws SQLException {
    if (from.equals(position(connection))) {
      return true;
    }
    try (PreparedStatement select =
        connection.prepareStatement("SELECT 1 FROM changes WHERE seq = ? AND batch = ? LIMIT 1")) {
      select.setLong(1, from.seq());
      select.setBytes(2, LogRows.bytes(from.batch()));
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return false;
        }
      }
    }
    return !hasMark(connection, from.seq());
  }

  /** Returns whether a batch after a number left a mark only. */
  public boolean hasMark(Connection connection, long after) throws SQLException {
    return longOf(connection, "SELECT COUNT(*) FROM changes WHERE id IS NULL AND seq > " + after)
        > 0;
  }

  /**
   * Passes the changes of the batches after {@code last} to those offers that the batches after
   * {@code after} up to {@code last} changed to a receiver, the newest first, in parts of at most
   * {@value #ROWS_AT_ONCE}.
   */
  public void laterChanges(
      Connection connection, long after, long last, Consumer<List<ChangeText>> receiver)
      throws SQLException {
    List<ChangeText> later = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_AT_ONCE);
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT id, before, after FROM changes WHERE seq > "
                  + last
                  + " AND id IN (SELECT id FROM changes WHERE seq > "
                  + after
                  + " AND seq <= "
                  + last
                  + ") ORDER BY seq DESC")) {
        while (rows.next()) {
          later.add(new ChangeText(rows.getLong(1), rows.getString(2), rows.getString(3)));
          if (later.size() == ROWS_AT_ONCE) {
            receiver.accept(List.copyOf(later));
            later.clear();
          }
        }
      }
    }
    receiver.accept(later);
  }

  /**
   * Reads batches in order.
   *
   * @param after the number of the last batch that the reader has
   * @param most how many changes to return; the last batch is returned whole, so there may be more
   * @return empty if the log no longer has the batches, or has not reached {@code after}: the
   *     reader must load all offers again
   */
  public Optional<List<Batch>> read(Connection connection, long after, int most)
      throws SQLException {
    if (after < longOf(connection, "SELECT trimmed FROM head") || after > head(connection)) {
      return Optional.empty();
    }
    List<Batch> batches = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_AT_ONCE);
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT "
                  + LogRows.COLUMNS
                  + " FROM changes WHERE seq > "
                  + after
                  + " ORDER BY seq")) {
        LogRows.collect(rows, most, batches);
      }
    }
    return Optional.of(List.copyOf(batches));
  }
}
