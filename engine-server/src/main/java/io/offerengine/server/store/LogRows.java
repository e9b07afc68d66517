package io.offerengine.server.store;

import io.offerengine.cluster.ChangeText;
import io.offerengine.server.store.ChangeLog.Batch;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads batches from rows of the table {@code changes}. */
final class LogRows {
  /** The columns that are read, in this order. */
  static final String COLUMNS = "seq, batch, time, id, before, after, previous";

  private LogRows() {}

  /**
   * Reads batches, as many as begin before some number of rows was read.
   *
   * @param rows the rows in the order of their batches
   */
  static void collect(ResultSet rows, int most, List<Batch> batches) throws SQLException {
    int read = 0;
    while (rows.next()) {
      long seq = rows.getLong(1);
      boolean begins = batches.isEmpty() || batches.get(batches.size() - 1).seq() != seq;
      if (begins && read >= most) {
        return;
      }
      add(rows, seq, batches);
      read++;
    }
  }

  /** Adds a row to the last batch, or as the beginning of a new one. */
  static void add(ResultSet row, long seq, List<Batch> batches) throws SQLException {
    Batch last = batches.isEmpty() ? null : batches.get(batches.size() - 1);
    if (last == null || last.seq() != seq) {
      last = batch(row);
      batches.add(last);
    }
    if (last.changes() != null) {
      last.changes().add(new ChangeText(row.getLong(4), row.getString(5), row.getString(6)));
    }
  }

  private static Batch batch(ResultSet row) throws SQLException {
    row.getLong(4);
    boolean isMark = row.wasNull();
    byte[] previous = row.getBytes(7);
    return new Batch(
        row.getLong(1),
        uuid(row.getBytes(2)),
        previous == null ? null : uuid(previous),
        Instant.ofEpochMilli(row.getLong(3)),
        isMark ? null : new ArrayList<>());
  }

  static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  static UUID uuid(byte[] bytes) {
    ByteBuffer both = ByteBuffer.wrap(bytes);
    return new UUID(both.getLong(), both.getLong());
  }
}
