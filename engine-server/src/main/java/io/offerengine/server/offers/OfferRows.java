package io.offerengine.server.offers;

import io.offerengine.server.store.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.zip.CRC32C;

/**
 * The table of offers: a row each, with its text and the text's checksum.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class OfferRows {
  private static final int ROWS_AT_ONCE = 1_000;
  private static final String STORE =
      "INSERT INTO offers (id, offer, checksum) VALUES (?, ?, ?)"
          + " ON CONFLICT (id) DO UPDATE SET offer = excluded.offer, checksum = excluded.checksum";

  private final Database database;

  /** One row of the table, or its removal. */
  static final class Row {
    private static final byte[] NO_TEXT = {};

    private final long id;
    private final byte[] offer;

    /** Creates the row of an offer's text, which is not copied. */
    Row(long id, byte[] offer) {
      this.id = id;
      this.offer = offer;
    }

    /** Returns the removal of an offer. */
    static Row removed(long id) {
      return new Row(id, NO_TEXT);
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

  /** Takes the rows of the table one by one. */
  @FunctionalInterface
  interface Receiver {
    /**
     * Takes a row.
     *
     * @throws InterruptedException to end the reading
     */
    void take(Row row) throws InterruptedException;
  }

  OfferRows(Database database) {
    this.database = database;
  }

  /** Returns how many offers there are. */
  long count() {
    return database.read(connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM offers")) {
        rows.next();
        return rows.getLong(1);
      }
    });
  }

  /**
   * Makes changes, all of them or none; returns how many.
   *
   * @throws io.offerengine.server.store.StoreException if the database fails: none was made
   */
  long write(Iterator<Row> changes) {
    return database.write(connection -> {
      try (PreparedStatement store = connection.prepareStatement(STORE);
          PreparedStatement remove =
              connection.prepareStatement("DELETE FROM offers WHERE id = ?")) {
        long count = 0;
        while (changes.hasNext()) {
          add(changes.next(), store, remove);
          if (++count % ROWS_AT_ONCE == 0) {
            store.executeBatch();
            remove.executeBatch();
          }
        }
        store.executeBatch();
        remove.executeBatch();
        return count;
      }
    });
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
   * Hands over every row of one version of the table, in the order of the identifiers.
   *
   * @throws DamagedOfferException if a row does not match its checksum
   */
  void readAll(Receiver receiver) {
    database.read(connection -> {
      readAll(connection, receiver);
      return 0;
    });
  }

  private static void readAll(Connection connection, Receiver receiver) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_AT_ONCE);
      try (ResultSet rows =
          statement.executeQuery("SELECT id, offer, checksum FROM offers ORDER BY id")) {
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
    byte[] text = rows.getBytes(2);
    if (text == null || checksum(text) != rows.getLong(3)) {
      throw new DamagedOfferException(id, "its text does not match its checksum");
    }
    return new Row(id, text);
  }

  private static long checksum(byte[] text) {
    CRC32C checksum = new CRC32C();
    checksum.update(text);
    return checksum.getValue();
  }
}
