package io.offerengine.server.store;

import io.offerengine.cluster.AcceptedSeq;
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
 * <p>The number of the last batch jumps to an {@link AcceptedSeq}, and the log counts as trimmed up
 * to it. So every member, also one that was cut off meanwhile, finds that the log no longer has its
 * next batch, and loads all offers again. Versions never go back, and the number of a batch is
 * never used for two.
 *
 * <p>Source: decision 95.
 */
public final class RestoredLog {
  private RestoredLog() {}

  /** Accepts the log, in a transaction of its own, and returns the number of its last batch. */
  public static long accept(Connection connection) throws SQLException {
    UUID id = UUID.randomUUID();
    byte[] batch =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    try (PreparedStatement lock =
            connection.prepareStatement("UPDATE head SET batch = ? WHERE id = 1 RETURNING seq");
        Statement statement = connection.createStatement()) {
      lock.setBytes(1, batch);
      long seq;
      try (ResultSet rows = lock.executeQuery()) {
        rows.next();
        seq = AcceptedSeq.after(rows.getLong(1));
      }
      statement.executeUpdate("UPDATE head SET seq = " + seq + ", trimmed = " + seq);
      statement.executeUpdate("DELETE FROM changes");
      return seq;
    }
  }
}
