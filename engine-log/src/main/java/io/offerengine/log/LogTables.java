package io.offerengine.log;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of the tables of a log, for use within one transaction of a session.
 *
 * <p><b>Threads.</b> Has no state.
 */
final class LogTables {
  /** Tells members that there are entries. */
  static final String CHANNEL = "offer_log";

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
    return "SELECT h.number, h.entry, h.ends, h.trimmed, h.accepted, h.generation, h.form, e.number,"
        + " e.entry, e.previous, e.kind, e.time, e.parts, e.changes, e.ends, e.bytes"
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

  private LogTables() {}

  /**
   * What one statement saw.
   *
   * @param entries some of the next entries, in order
   */
  record Read(LogHead head, List<StoredEntry> entries) {}

  /** A valid base: all offers as of a position. */
  record Base(UUID id, Position position, int parts, long size, long offers, Instant time) {
    /** Returns what a part is called in messages. */
    String nameOf(int part) {
      return "the base of entry " + position.number() + ", part " + part;
    }
  }

  static LogHead head(LogSession session) throws SQLException {
    return session.only(HEAD, LogTables::headOf);
  }

  /** Returns the head, and lets no other process append before the transaction ends. */
  static LogHead lockHead(LogSession session) throws SQLException {
    String sql = session.isShared() ? HEAD + " FOR UPDATE" : HEAD;
    return session.only(sql, LogTables::headOf);
  }

  /** Reads the head, which shows whether a newer program has changed the tables meanwhile. */
  private static LogHead headOf(ResultSet row) throws SQLException {
    int form = row.getInt(7);
    if (form != LogDatabase.FORM) {
      throw new LogDamagedException(
          "another build has given the tables of the log the layout "
              + form
              + ", and this one knows the layout "
              + LogDatabase.FORM
              + "; use that build");
    }
    return new LogHead(
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
  static Read read(LogSession session, long after, long upTo, long bytes) throws SQLException {
    return read(session, READ, after, upTo, bytes);
  }

  /** Reads the last entries up to a number, the last one first, as {@link #read} does. */
  static List<StoredEntry> readBack(LogSession session, long after, long upTo, long bytes)
      throws SQLException {
    return read(session, READ_BACK, after, upTo, bytes).entries();
  }

  private static Read read(LogSession session, String sql, long after, long upTo, long bytes)
      throws SQLException {
    List<LogHead> head = new ArrayList<>(1);
    List<StoredEntry> entries = new ArrayList<>();
    session.each(
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
  static void insert(LogSession session, StoredEntry entry, long size) throws SQLException {
    session.update(
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
  static boolean moveHead(LogSession session, Position from, Position to, int generation)
      throws SQLException {
    return session.update(
            MOVE_HEAD, to.number(), to.entry(), to.ends(), from.number(), from.entry(), generation)
        == 1;
  }

  /** Makes a marker the end of the log by which an operator accepts it. The head is locked. */
  static void accept(LogSession session, Position from, Position marker) throws SQLException {
    session.update(
        "UPDATE offer_log SET number = ?, entry = ?, accepted = ? WHERE id = 1 AND number = ?",
        marker.number(),
        marker.entry(),
        marker.number(),
        from.number());
  }

  /** Tells the other members, when the transaction is committed. */
  static void notifyMembers(LogSession session) throws SQLException {
    if (session.isShared()) {
      session.execute("NOTIFY " + CHANNEL);
    }
  }

  /** Stores a part of an entry or a base. */
  static void insertPart(LogSession session, UUID owner, int part, long number, byte[] bytes)
      throws SQLException {
    session.update(
        "INSERT INTO offer_log_parts (owner, part, number, bytes) VALUES (?, ?, ?, ?)",
        owner,
        part,
        number,
        bytes);
  }

  /** Returns a part; null if it is gone. */
  static byte @Nullable [] part(LogSession session, UUID owner, int part) throws SQLException {
    String sql = "SELECT bytes FROM offer_log_parts WHERE owner = ? AND part = ?";
    return session.first(sql, row -> row.getBytes(1), owner, part).orElse(null);
  }

  /** Returns the position of an entry that the log has, a base is of, or is its end. */
  static Optional<Position> find(LogSession session, long number, UUID entry) throws SQLException {
    Optional<Position> found = Optional.empty();
    for (String table : List.of("offer_log_entries", "offer_log", "offer_log_bases")) {
      String sql = "SELECT ends FROM " + table + " WHERE number = ? AND entry = ?";
      if (found.isEmpty()) {
        found =
            session.first(sql, row -> new Position(number, entry, row.getLong(1)), number, entry);
      }
    }
    return found;
  }

  /** Returns the newest valid base; null if there is none. */
  static @Nullable Base base(LogSession session) throws SQLException {
    String sql =
        "SELECT base, number, entry, ends, parts, size, offers, time FROM offer_log_bases"
            + " ORDER BY number DESC LIMIT 1";
    return session.first(sql, LogTables::baseOf).orElse(null);
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
  static void insert(LogSession session, Base base) throws SQLException {
    session.update(
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
  static long trimmable(LogSession session, Base base, LogHead head, long mostBytes)
      throws SQLException {
    long end = base.position().number();
    long reader =
        session.number(
            "SELECT COALESCE(MIN(r.number), ?) FROM offer_log_readers AS r WHERE r.number >="
                + " COALESCE((SELECT MAX(number) FROM offer_log_entries WHERE ends < ?), 0)",
            end,
            head.position().ends() - mostBytes);
    return Math.min(reader, end);
  }

  /** Returns the number of an entry up to which a step of trimming deletes. */
  static long endOfStep(LogSession session, long upTo, int entries, long bytes)
      throws SQLException {
    String sql =
        "SELECT MAX(number) FROM (SELECT number, SUM(size) OVER (ORDER BY number) - size AS earlier"
            + " FROM (SELECT number, size FROM offer_log_entries WHERE number <= ? ORDER BY number"
            + " LIMIT "
            + entries
            + ") AS s) AS e WHERE earlier < ?";
    return session.number(sql, upTo, bytes);
  }

  /** Deletes the entries up to a number, but not their further parts. */
  static void trim(LogSession session, long upTo) throws SQLException {
    session.update("UPDATE offer_log SET trimmed = ? WHERE id = 1 AND trimmed < ?", upTo, upTo);
    session.update("DELETE FROM offer_log_entries WHERE number <= ?", upTo);
  }

  /** Returns whether there is an older base. */
  static boolean hasOlder(LogSession session, Base base) throws SQLException {
    String sql = "SELECT COUNT(*) FROM offer_log_bases WHERE number < ?";
    return session.number(sql, base.position().number()) > 0;
  }

  /** Makes older bases invalid, without deleting their parts. */
  static void deleteOlder(LogSession session, Base base) throws SQLException {
    session.update("DELETE FROM offer_log_bases WHERE number < ?", base.position().number());
  }

  /** Returns how many parts an owner has. */
  static long countParts(LogSession session, UUID owner) throws SQLException {
    return session.number("SELECT COUNT(*) FROM offer_log_parts WHERE owner = ?", owner);
  }

  /** Returns the identifiers of the entries and bases that are gone, but for their parts. */
  static List<UUID> orphans(LogSession session) throws SQLException {
    String sql =
        "SELECT p.owner FROM (SELECT DISTINCT owner, number FROM offer_log_parts) AS p"
            + " WHERE NOT EXISTS (SELECT 1 FROM offer_log_bases AS b WHERE b.base = p.owner)"
            + " AND NOT EXISTS (SELECT 1 FROM offer_log_entries AS e WHERE e.number = p.number"
            + " AND e.entry = p.owner)";
    return session.list(sql, row -> Sql.uuid(row, 1));
  }

  /** Deletes a few parts of an owner; returns how many. */
  static int deleteParts(LogSession session, UUID owner, int most) throws SQLException {
    return session.update(
        "DELETE FROM offer_log_parts WHERE owner = ? AND part IN (SELECT part FROM offer_log_parts"
            + " WHERE owner = ? ORDER BY part LIMIT "
            + most
            + ")",
        owner,
        owner);
  }
}
