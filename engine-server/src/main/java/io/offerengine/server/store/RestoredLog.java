package io.offerengine.server.store;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * Accepts the log of a database that was restored from a copy, although members have batches that
 * the log lacks.
 *
 * <p>The number of the last batch jumps to the next multiple of 10^12, and the log counts as
 * trimmed up to it. So every member, also one that was cut off meanwhile, finds that the log no
 * longer has its next batch, and loads all offers again. Versions never go back, and the number of
 * a batch is never used for two.
 *
 * <p>Source: decision 95.
 */
public final class RestoredLog {
  /** More batches than a log has before somebody restores a copy of it. */
  static final long STEP = 1_000_000_000_000L;

  private RestoredLog() {}

  /** Accepts the log, in a transaction of its own, and returns the number of its last batch. */
  public static long accept(Connection connection) throws SQLException {
    UUID id = UUID.randomUUID();
    byte[] batch =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    try (PreparedStatement update =
            connection.prepareStatement(
                "UPDATE head SET seq = (seq / ? + 1) * ?, batch = ? WHERE id = 1 RETURNING seq");
        Statement statement = connection.createStatement()) {
      update.setLong(1, STEP);
      update.setLong(2, STEP);
      update.setBytes(3, batch);
      long seq;
      try (ResultSet rows = update.executeQuery()) {
        rows.next();
        seq = rows.getLong(1);
      }
      statement.executeUpdate("UPDATE head SET trimmed = seq");
      statement.executeUpdate("DELETE FROM changes");
      return seq;
    }
  }
}
