package io.offerengine.cluster;

import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * A totally ordered log of the batches that change offers, and the offers after its last batch.
 *
 * <p>Batches are numbered from 1 without gaps, in the order in which they were committed. Whoever
 * has the offers as of a {@link Position} gets the later batches from a {@link Tail}; whoever has
 * none starts with a {@link Bootstrap}.
 *
 * <p><b>Threads.</b> A log is safe for all; a tail or a bootstrap is confined to one thread.
 */
public interface ChangeLog extends AutoCloseable {
  /**
   * Works a batch out against the offers after the last batch of the log, and appends what it
   * changes. When this method returns, the batch is in the log for good. An answer in doubt, for
   * example because the connection broke during the commit, is settled before this method returns.
   *
   * @return the position of the batch. If the batch changes nothing, it is not appended, and this
   *     is the position of the last batch.
   * @throws io.offerengine.query.UnknownOfferException if the batch updates or deletes an offer
   *     that does not exist; nothing was appended
   * @throws io.offerengine.query.ConflictException if the batch inserts an offer that exists, or
   *     the condition of an update does not hold; nothing was appended
   * @throws LogUnavailableException if the log can't be reached or refuses batches; {@link
   *     LogUnavailableException#isInDoubt} says whether the batch may have been appended
   */
  Position append(OfferBatch batch);

  /**
   * Returns the position of the last batch.
   *
   * @throws LogUnavailableException if the log can't be reached
   */
  Position head();

  /**
   * Starts to read the batches after a position.
   *
   * @param after the position that the reader has
   */
  Tail tail(Position after);

  /**
   * Starts to read all offers as of one position.
   *
   * @throws LogUnavailableException if the log can't be reached
   */
  Bootstrap bootstrap();

  /**
   * Removes the batches up to a number from the log. The offers stay. Readers that have fewer
   * batches must load all offers again.
   */
  void trim(long upTo);

  /** Closes the log, its tails and its bootstraps. */
  @Override
  void close();

  /** Reads batches in order. */
  interface Tail extends AutoCloseable {
    /**
     * Waits for the next batches.
     *
     * @param wait how long to wait if there are none
     * @return the next batches; empty if none was appended in this time
     * @throws ReloadException if the log no longer has the next batch: the reader must load all
     *     offers again
     * @throws LogRestoredException if the log does not have the reader's last batch although it was
     *     never trimmed: the log was replaced by an older state or by another log. Later calls
     *     throw it again, until an operator has accepted the log: then ReloadException.
     * @throws LogUnavailableException if the log can't be reached; later calls try again
     * @throws InterruptedException if the thread is interrupted
     */
    List<LoggedBatch> poll(Duration wait) throws InterruptedException;

    /** Returns what the last successful call of {@link #poll} knew of the end of the log. */
    Head head();

    @Override
    void close();
  }

  /**
   * The end of a log as a reader knows it.
   *
   * @param seq the number of the last batch
   * @param asOf when the log surely had no later batch, as {@link System#nanoTime}: the time just
   *     before the reader asked
   */
  record Head(long seq, long asOf) {}

  /** All offers as of one position. */
  interface Bootstrap extends AutoCloseable {
    /** Returns the position. */
    Position position();

    /** Returns the offers, once, in no particular order. */
    Iterator<Offer> offers();

    @Override
    void close();
  }
}
