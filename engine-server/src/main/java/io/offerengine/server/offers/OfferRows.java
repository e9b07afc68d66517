package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * The SQL of the table {@code offers}: one row per offer, with its record and the record's CRC-32C.
 * Rows that an older version of the service wrote have the offer's JSON instead.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class OfferRows {
  private static final int ROWS_AT_ONCE = 1_000;
  private static final String STORE =
      "INSERT INTO offers (id, offer, checksum) VALUES (?, ?, ?)"
          + " ON CONFLICT (id) DO UPDATE SET offer = excluded.offer, checksum = excluded.checksum";

  private final Database database;

  /** One row of the table, or the removal of one. */
  static final class Row {
    private static final byte[] NOTHING = {};

    private final long id;
    private final byte[] offer;

    /** Creates the row of an offer. The bytes are not copied. */
    Row(long id, byte[] offer) {
      this.id = id;
      this.offer = offer;
    }

    /** Returns the removal of an offer. */
    static Row removed(long id) {
      return new Row(id, NOTHING);
    }

    long id() {
      return id;
    }

    byte[] offer() {
      return offer;
    }

    boolean isRemoval() {
      return offer.length == 0;
    }
  }

  /** Receives the rows of the table one by one. */
  @FunctionalInterface
  interface Receiver {
    /**
     * Receives a row.
     *
     * @throws InterruptedException to end the reading
     */
    void take(Row row) throws InterruptedException;
  }

  OfferRows(Database database) {
    this.database = database;
  }

  /** Returns the number of rows. */
  long count() {
    return longOf("SELECT COUNT(*) FROM offers");
  }

  /** Returns whether there is no row. */
  static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1 FROM offers LIMIT 1")) {
      return !rows.next();
    }
  }

  private long longOf(String query) {
    return database.read(connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(query)) {
        rows.next();
        return rows.getLong(1);
      }
    });
  }

  /** Applies changes in the transaction of a connection. */
  static void write(Connection connection, Iterator<Row> changes) throws SQLException {
    // In the order of identifiers, so that a page of the table is changed once for all its rows.
    TreeMap<Long, Row> open = new TreeMap<>();
    try (PreparedStatement store = connection.prepareStatement(STORE);
        PreparedStatement remove = connection.prepareStatement("DELETE FROM offers WHERE id = ?")) {
      while (changes.hasNext()) {
        Row change = changes.next();
        open.put(change.id(), change);
        if (open.size() == ROWS_AT_ONCE) {
          execute(open, store, remove);
        }
      }
      execute(open, store, remove);
    }
  }

  private static void execute(
      Map<Long, Row> open, PreparedStatement store, PreparedStatement remove) throws SQLException {
    for (Row row : open.values()) {
      add(row, store, remove);
    }
    store.executeBatch();
    remove.executeBatch();
    open.clear();
  }

  private static void add(Row row, PreparedStatement store, PreparedStatement remove)
      throws SQLException {
    PreparedStatement statement = row.isRemoval() ? remove : store;
    statement.setLong(1, row.id());
    if (!row.isRemoval()) {
      statement.setBytes(2, row.offer());
      statement.setLong(3, checksum(row.offer()));
    }
    statement.addBatch();
  }

  /**
   * Passes every row of one version of the table to a receiver, by ascending identifier.
   *
   * @throws DamagedOfferException if a row does not match its checksum
   */
  void readAll(Receiver receiver) {
    database.read(connection -> {
      readAll(connection, receiver);
      return 0;
    });
  }

  /**
   * Passes the rows of all offers that the log names after a batch to a receiver.
   *
   * @throws DamagedOfferException if a row does not match its checksum
   */
  void readChanged(long afterSeq, Receiver receiver) {
    read(
        "SELECT id, offer, checksum FROM offers WHERE id IN"
            + " (SELECT id FROM changes WHERE seq > "
            + afterSeq
            + ") ORDER BY id",
        receiver);
  }

  /**
   * Passes the present rows of all offers that some batches of the log changed to a receiver, in
   * the transaction of a connection.
   *
   * @param after the batch before the first one
   * @param last the last batch
   * @throws DamagedOfferException if a text does not match its checksum
   */
  static void readChanged(Connection connection, long after, long last, Receiver receiver)
      throws SQLException {
    String changed = "SELECT id FROM changes WHERE seq > " + after + " AND seq <= " + last;
    read(
        connection,
        "SELECT id, offer, checksum FROM offers WHERE id IN (" + changed + ") ORDER BY id",
        receiver);
  }

  /**
   * Passes every row to a receiver, in the transaction of a connection.
   *
   * @throws DamagedOfferException if a row does not match its checksum
   */
  static void readAll(Connection connection, Receiver receiver) throws SQLException {
    read(connection, "SELECT id, offer, checksum FROM offers ORDER BY id", receiver);
  }

  /**
   * Passes the rows of some offers to a receiver, in the transaction of a connection.
   *
   * @throws DamagedOfferException if a row does not match its checksum
   */
  static void readAll(Connection connection, List<Long> ids, Receiver receiver)
      throws SQLException {
    for (int from = 0; from < ids.size(); from += ROWS_AT_ONCE) {
      String some =
          ids.subList(from, Math.min(ids.size(), from + ROWS_AT_ONCE)).stream()
              .map(String::valueOf)
              .collect(Collectors.joining(","));
      read(
          connection,
          "SELECT id, offer, checksum FROM offers WHERE id IN (" + some + ")",
          receiver);
    }
  }

  /** Returns the identifiers that the log names after a batch and that have no row. */
  List<Long> removed(long afterSeq) {
    return database.read(connection -> {
      List<Long> removed = new ArrayList<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT DISTINCT id FROM changes WHERE seq > "
                      + afterSeq
                      + " AND NOT EXISTS (SELECT 1 FROM offers WHERE offers.id = changes.id)")) {
        while (rows.next()) {
          removed.add(rows.getLong(1));
        }
      }
      return removed;
    });
  }

  private void read(String query, Receiver receiver) {
    database.read(connection -> {
      read(connection, query, receiver);
      return 0;
    });
  }

  private static void read(Connection connection, String query, Receiver receiver)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_AT_ONCE);
      try (ResultSet rows = statement.executeQuery(query)) {
        while (rows.next()) {
          receiver.take(intact(rows));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Row intact(ResultSet rows) throws SQLException {
    long id = rows.getLong(1);
    byte[] offer = rows.getBytes(2);
    if (offer == null || checksum(offer) != rows.getLong(3)) {
      throw new DamagedOfferException(id, "its row does not match its checksum");
    }
    return new Row(id, offer);
  }

  private static long checksum(byte[] offer) {
    CRC32C checksum = new CRC32C();
    checksum.update(offer);
    return checksum.getValue();
  }
}
