package io.offerengine.log;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A connection to the database of a log, with the SQL of its tables for use within a transaction.
 *
 * <p><b>Threads.</b> Confined to one thread, but for {@link #abort}.
 */
final class LogSession extends SqlSession {
  /** How long PostgreSQL may take for an answer before the connection counts as broken. */
  private static final Duration ANSWER = Duration.ofSeconds(15);

  /** How long PostgreSQL waits for the next statement of a transaction that may hold the head. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** For how many operations that are decided and encoded meanwhile it waits as long again. */
  private static final int OPERATIONS_OF_IDLE = 10_000;

  /** How long SQLite waits for the lock of another process. */
  private static final Duration BUSY = Duration.ofSeconds(10);

  /** Tells members that there are entries. */
  private static final String CHANNEL = "offer_log";

  /** How many entries a read returns at most. */
  private static final int MOST_ENTRIES = 500;

  private static final String HEAD =
      "SELECT number, entry, ends, trimmed, accepted, generation, form FROM offer_log"
          + " WHERE id = 1";

  private static final String INSERT_ENTRY =
      "INSERT INTO offer_log_entries"
          + " (number, entry, previous, kind, time, parts, changes, ends, size, bytes)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private static final String MOVE_HEAD =
      "UPDATE offer_log SET number = ?, entry = ?, ends = ?"
          + " WHERE id = 1 AND number = ? AND entry = ? AND generation = ? AND form = "
          + LogDatabase.FORM;

  /**
   * The head in each row, beside the next entries up to some bytes. One statement reads both, since
   * an empty answer says nothing without the head of the same time.
   */
  private static final String READ = read("");

  private static final String READ_BACK = read(" DESC");

  private static String read(String order) {
    return "SELECT h.number, h.entry, h.ends, h.trimmed, h.accepted, h.generation, h.form,"
        + " e.number, e.entry, e.previous, e.kind, e.time, e.parts, e.changes, e.ends, e.bytes"
        + " FROM offer_log AS h LEFT JOIN (SELECT s.*, SUM(size) OVER (ORDER BY number"
        + order
        + ") - size AS earlier FROM (SELECT * FROM offer_log_entries"
        + " WHERE number > ? AND number <= ? ORDER BY number"
        + order
        + " LIMIT "
        + MOST_ENTRIES
        + ") AS s) AS e ON e.earlier < ? WHERE h.id = 1 ORDER BY e.number"
        + order;
  }

  private final LogDatabase database;
  private boolean mayHaveWritten;
  private boolean isListening;

  /**
   * The end of a log, and what holds for all of it.
   *
   * @param position the last entry
   * @param trimmed entries up to this number may be gone
   * @param accepted the number of the last marker by which an operator accepted the log; 0 for none
   * @param generation the number of the generation that may append
   */
  record Head(Position position, long trimmed, long accepted, int generation) {}

  /** A valid base as the database has it: all offers as of a position. */
  record Base(UUID id, Position position, int parts, long size, long offers, Instant time) {
    /**
     * Returns a part.
     *
     * @throws Follower.ReloadException if it is gone
     */
    byte[] part(LogSession session, int part) throws SQLException {
      byte[] bytes = session.part(id, part);
      if (bytes == null) {
        throw new Follower.ReloadException(nameOf(part) + " is missing");
      }
      return bytes;
    }

    /** Returns what a part is called in messages. */
    String nameOf(int part) {
      return "the base of entry " + position.number() + ", part " + part;
    }
  }

  /**
   * What one statement saw.
   *
   * @param entries some of the next entries, in order
   */
  record Read(Head head, List<StoredEntry> entries) {}

  private LogSession(LogDatabase database, Connection connection) throws SQLException {
    super(connection, database.file(), SqlSession::closeQuietly);
    this.database = database;
  }

  /** Begins a session over a new connection. */
  static LogSession open(LogDatabase database, Connection connection) throws SQLException {
    LogSession session = new LogSession(database, connection);
    try {
      session.limit(ANSWER);
      if (!session.isShared()) {
        session.execute("PRAGMA busy_timeout = " + BUSY.toMillis());
        session.execute("PRAGMA synchronous = FULL");
      }
      return session;
    } catch (SQLException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  @Override
  public void beginWriting() throws SQLException {
    beginWriting(0);
  }

  /**
   * Begins a transaction that may write, after so many operations were decided within it. A process
   * that stops meanwhile holds others up for 5 seconds, and 5 more for each 10,000 operations.
   */
  void beginWriting(int operations) throws SQLException {
    mayHaveWritten = true;
    super.beginWriting();
    database.requireFile(false);
    if (isShared()) {
      long idle = IDLE.toMillis() * (1 + operations / OPERATIONS_OF_IDLE);
      execute("SET LOCAL idle_in_transaction_session_timeout = " + idle);
    }
  }

  @Override
  public void beginReading() throws SQLException {
    mayHaveWritten = false;
    super.beginReading();
  }

  @Override
  public void commit() throws SQLException {
    super.commit();
    database.requireFile(mayHaveWritten);
  }

  Head head() throws SQLException {
    return only(HEAD, LogSession::headOf);
  }

  /** Returns the head, in a transaction of somebody else. */
  static Head head(Connection connection) throws SQLException {
    return new Sql(connection).only(HEAD, LogSession::headOf);
  }

  /** Notes how far a durable reader is, in a transaction of somebody else. */
  static void advance(Connection connection, String reader, long number) throws SQLException {
    new Sql(connection)
        .update(
            "INSERT INTO offer_log_readers (name, number) VALUES (?, ?)"
                + " ON CONFLICT (name) DO UPDATE SET number = excluded.number",
            reader,
            number);
  }

  /** Returns the head, and lets no other process append before the transaction ends. */
  Head lockHead() throws SQLException {
    String sql = isShared() ? HEAD + " FOR UPDATE" : HEAD;
    return only(sql, LogSession::headOf);
  }

  /** Reads the head, which shows whether a newer program has changed the tables meanwhile. */
  private static Head headOf(ResultSet row) throws SQLException {
    int form = row.getInt(7);
    if (form != LogDatabase.FORM) {
      throw new LogDamagedException(
          "another build has given the tables of the log the layout "
              + form
              + ", and this one knows the layout "
              + LogDatabase.FORM
              + "; use that build");
    }
    return new Head(
        new Position(row.getLong(1), Sql.uuid(row, 2), row.getLong(3)),
        row.getLong(4),
        row.getLong(5),
        row.getInt(6));
  }

  /**
   * Reads the next entries.
   *
   * @param after the number of the last entry that the reader has
   * @param upTo the greatest number to read
   * @param bytes about how many bytes to read; at least one entry is returned if there is one
   */
  Read read(long after, long upTo, long bytes) throws SQLException {
    return read(READ, after, upTo, bytes);
  }

  /** Reads the last entries up to a number, the last one first, as {@link #read} does. */
  List<StoredEntry> readBack(long after, long upTo, long bytes) throws SQLException {
    return read(READ_BACK, after, upTo, bytes).entries();
  }

  private Read read(String sql, long after, long upTo, long bytes) throws SQLException {
    List<Head> head = new ArrayList<>(1);
    List<StoredEntry> entries = new ArrayList<>();
    each(
        sql,
        row -> {
          if (head.isEmpty()) {
            head.add(headOf(row));
          }
          long number = row.getLong(8);
          return row.wasNull() || entries.add(entry(row, number));
        },
        after,
        upTo,
        bytes);
    if (head.isEmpty()) {
      throw new SQLException("the table offer_log has no row");
    }
    return new Read(head.get(0), entries);
  }

  private static StoredEntry entry(ResultSet row, long number) throws SQLException {
    byte[] bytes = row.getBytes(16);
    return new StoredEntry(
        new Position(number, Sql.uuid(row, 9), row.getLong(15)),
        Sql.uuid(row, 10),
        LogEntry.Kind.of(row.getInt(11)),
        Instant.ofEpochMilli(row.getLong(12)),
        row.getInt(13),
        row.getInt(14),
        bytes == null ? new byte[0] : bytes);
  }

  /** Appends an entry after a position; {@link #moveHead} follows. */
  void insert(StoredEntry entry, long size) throws SQLException {
    update(
        INSERT_ENTRY,
        entry.number(),
        entry.position().entry(),
        entry.previous(),
        entry.kind().code,
        entry.time().toEpochMilli(),
        entry.parts(),
        entry.changes(),
        entry.position().ends(),
        size,
        entry.bytes());
  }

  /**
   * Makes a position the end of the log.
   *
   * @return false if the end was not the one expected, or the generation is another one
   */
  boolean moveHead(Position from, Position to, int generation) throws SQLException {
    return update(
            MOVE_HEAD, to.number(), to.entry(), to.ends(), from.number(), from.entry(), generation)
        == 1;
  }

  /** Makes a marker the end of the log by which an operator accepts it. The head is locked. */
  void accept(Position from, Position marker) throws SQLException {
    update(
        "UPDATE offer_log SET number = ?, entry = ?, accepted = ? WHERE id = 1 AND number = ?",
        marker.number(),
        marker.entry(),
        marker.number(),
        from.number());
  }

  /** Tells the other members, when the transaction is committed. */
  void notifyMembers() throws SQLException {
    if (isShared()) {
      execute("NOTIFY " + CHANNEL);
    }
  }

  /** Stores a part of an entry or a base. */
  void insertPart(UUID owner, int part, long number, byte[] bytes) throws SQLException {
    update(
        "INSERT INTO offer_log_parts (owner, part, number, bytes) VALUES (?, ?, ?, ?)",
        owner,
        part,
        number,
        bytes);
  }

  /** Returns a part; null if it is gone. */
  byte @Nullable [] part(UUID owner, int part) throws SQLException {
    String sql = "SELECT bytes FROM offer_log_parts WHERE owner = ? AND part = ?";
    return first(sql, row -> row.getBytes(1), owner, part).orElse(null);
  }

  /** Returns the position of an entry that the log has, a base is of, or is its end. */
  Optional<Position> find(long number, UUID entry) throws SQLException {
    for (String table : List.of("offer_log_entries", "offer_log", "offer_log_bases")) {
      String sql = "SELECT ends FROM " + table + " WHERE number = ? AND entry = ?";
      Optional<Position> found =
          first(sql, row -> new Position(number, entry, row.getLong(1)), number, entry);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Returns the newest valid base; null if there is none. */
  @Nullable Base base() throws SQLException {
    String sql =
        "SELECT base, number, entry, ends, parts, size, offers, time FROM offer_log_bases"
            + " ORDER BY number DESC LIMIT 1";
    return first(sql, LogSession::baseOf).orElse(null);
  }

  private static Base baseOf(ResultSet row) throws SQLException {
    return new Base(
        Sql.uuid(row, 1),
        new Position(row.getLong(2), Sql.uuid(row, 3), row.getLong(4)),
        row.getInt(5),
        row.getLong(6),
        row.getLong(7),
        Instant.ofEpochMilli(row.getLong(8)));
  }

  /** Makes a base valid. */
  void insert(Base base) throws SQLException {
    update(
        "INSERT INTO offer_log_bases (base, number, entry, ends, parts, size, offers, time)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        base.id(),
        base.position().number(),
        base.position().entry(),
        base.position().ends(),
        base.parts(),
        base.size(),
        base.offers(),
        base.time().toEpochMilli());
  }

  /**
   * Returns up to which number the log may be trimmed to a base: later entries are wanted by a
   * reader, unless the log since the reader's position is larger than some bytes.
   */
  long trimmable(Base base, Head head, long mostBytes) throws SQLException {
    long end = base.position().number();
    long reader =
        number(
            "SELECT COALESCE(MIN(r.number), ?) FROM offer_log_readers AS r WHERE r.number >="
                + " COALESCE((SELECT MAX(number) FROM offer_log_entries WHERE ends < ?), 0)",
            end,
            head.position().ends() - mostBytes);
    return Math.min(reader, end);
  }

  /** Returns the number of an entry up to which a step of trimming deletes. */
  long endOfStep(long upTo, int entries, long bytes) throws SQLException {
    String sql =
        "SELECT MAX(number) FROM (SELECT number, SUM(size) OVER (ORDER BY number) - size AS earlier"
            + " FROM (SELECT number, size FROM offer_log_entries WHERE number <= ? ORDER BY number"
            + " LIMIT "
            + entries
            + ") AS s) AS e WHERE earlier < ?";
    return number(sql, upTo, bytes);
  }

  /** Deletes the entries up to a number, and bases that are older, but not further parts. */
  void trim(long upTo, Base base) throws SQLException {
    update("UPDATE offer_log SET trimmed = ? WHERE id = 1 AND trimmed < ?", upTo, upTo);
    update("DELETE FROM offer_log_entries WHERE number <= ?", upTo);
    update("DELETE FROM offer_log_bases WHERE number < ?", base.position().number());
  }

  /** Returns whether there is an older base. */
  boolean hasOlder(Base base) throws SQLException {
    String sql = "SELECT COUNT(*) FROM offer_log_bases WHERE number < ?";
    return number(sql, base.position().number()) > 0;
  }

  /** Returns how many parts an owner has. */
  long countParts(UUID owner) throws SQLException {
    return number("SELECT COUNT(*) FROM offer_log_parts WHERE owner = ?", owner);
  }

  /** Returns the identifiers of the entries and bases that are gone, but for their parts. */
  List<UUID> orphans() throws SQLException {
    String sql =
        "SELECT p.owner FROM (SELECT DISTINCT owner, number FROM offer_log_parts) AS p"
            + " WHERE NOT EXISTS (SELECT 1 FROM offer_log_bases AS b WHERE b.base = p.owner)"
            + " AND NOT EXISTS (SELECT 1 FROM offer_log_entries AS e WHERE e.number = p.number"
            + " AND e.entry = p.owner)";
    return list(sql, row -> Sql.uuid(row, 1));
  }

  /** Deletes a part of an owner; returns whether there was one. */
  boolean deletePart(UUID owner) throws SQLException {
    String sql =
        "DELETE FROM offer_log_parts WHERE owner = ?"
            + " AND part = (SELECT MIN(part) FROM offer_log_parts WHERE owner = ?)";
    return update(sql, owner, owner) > 0;
  }

  /** Learns of new entries from now on, on PostgreSQL. */
  void listen() throws SQLException {
    connection().setAutoCommit(true);
    isListening = true;
    execute("LISTEN " + CHANNEL);
  }

  /**
   * Waits for a notification on PostgreSQL, after {@link #listen}.
   *
   * @param millis for how long, 1 or more
   * @return whether one came
   */
  boolean awaitNotification(int millis) throws SQLException {
    PGNotification[] came = connection().unwrap(PGConnection.class).getNotifications(millis);
    return came != null && came.length > 0;
  }

  /** Breaks the connection, so that a thread that waits for its answer goes on. */
  void abort() {
    try {
      connection().abort(Runnable::run);
    } catch (SQLException e) {
      // It is broken already.
    }
  }

  @Override
  public void close() {
    rollBack();
    try {
      if (isListening) {
        // A pool may give the connection to somebody else.
        execute("UNLISTEN *");
      }
    } catch (SQLException e) {
      // It is broken, and listens to nothing.
    }
    closeQuietly(connection());
  }
}
