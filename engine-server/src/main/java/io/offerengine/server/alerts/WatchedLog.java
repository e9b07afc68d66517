package io.offerengine.server.alerts;

import io.offerengine.schema.ChangedOffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * The changes of the offers that are compared with saved searches.
 *
 * <p>Every method throws an {@link io.offerengine.query.EngineException} with the code {@code
 * UNAVAILABLE} if it needs the log or the database and can't reach it.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public interface WatchedLog {
  /** Reads saved searches in a transaction. */
  @FunctionalInterface
  interface SearchReading {
    /** Reads them. */
    void read(Connection connection) throws SQLException;
  }

  /**
   * A batch of changes.
   *
   * @param version the version of the offers that has it
   * @param time when it was made
   * @param changes the offers that it changed; of an offer that it deleted, nothing may be known
   */
  record Batch(long version, Instant time, List<ChangedOffer> changes) {
    /** Copies the changes. */
    public Batch {
      changes = List.copyOf(changes);
    }
  }

  /**
   * Some batches in a row.
   *
   * @param batches the batches, in order; empty if some are missing
   * @param end the version of the last batch, or of the last one that is missing
   * @param missing how many batches are missing; 0 if none is
   */
  record Part(List<Batch> batches, long end, long missing) {
    /** Copies the batches. */
    public Part {
      batches = List.copyOf(batches);
    }
  }

  /** Sets whom to tell of further batches; nobody by default. */
  void tell(Runnable heard);

  /**
   * Reads the next batches.
   *
   * @param after the version of the last batch that the reader has
   * @param upTo the version of the last batch that the reader wants, greater than {@code after}
   * @param bytes about how many bytes to read; the last batch is read whole
   * @throws RuntimeException if a batch is damaged
   */
  Part read(long after, long upTo, long bytes);

  /**
   * Returns the last version, for a search that is being saved.
   *
   * @param saving the connection of the transaction that saves the search
   */
  long last(Connection saving) throws SQLException;

  /**
   * Reads saved searches, and returns a version that can be read. If the log and the searches are
   * in one database, each search that counts for this version or for an earlier one was there to be
   * read.
   */
  long headAfter(SearchReading searches);

  /** Returns the version after which batches may be there to be read; 0 if nobody knows. */
  long first();

  /** Returns the last version, as far as this service knows. */
  long known();

  /** Returns whether this service gets the batches. If not, another one should compare them. */
  boolean isFollowed();

  /** Returns whether batches and saved searches are in one database, restored from one copy. */
  boolean isInDatabase();

  /**
   * Notes that batches were compared.
   *
   * @param connection a transaction of the database of the searches
   * @param version the version of the last of them
   */
  void compared(Connection connection, long version) throws SQLException;
}
