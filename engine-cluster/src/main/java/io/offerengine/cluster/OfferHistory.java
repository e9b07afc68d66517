package io.offerengine.cluster;

import io.offerengine.schema.ChangedOffer;
import java.time.Instant;
import java.util.List;

/**
 * The batches of a log with the whole offers before and after each change, as {@link OfferUndo}
 * finds them.
 *
 * <p><b>Cost.</b> That of reading the changes, and the later changes of the same offers.
 */
public interface OfferHistory {
  /**
   * A batch of the log.
   *
   * @param seq its number
   * @param time when it was written
   * @param changes the offers that it changed
   */
  record Batch(long seq, Instant time, List<ChangedOffer> changes) {}

  /**
   * Some batches in a row.
   *
   * @param batches the batches; empty if the log does not have all of them
   * @param end the number of the last batch; if the log does not have all of them, the number of
   *     the batch behind which the reader goes on
   * @param isComplete whether the log has all of them
   */
  record Part(List<Batch> batches, long end, boolean isComplete) {}

  /**
   * Reads the next batches.
   *
   * @param after the number of the last batch that the reader has
   * @param upTo the number of the last batch that the reader wants, greater than {@code after}
   * @param most how many changes to read; the last batch is read whole
   * @throws IllegalStateException if the changes do not fit the offers
   * @throws io.offerengine.json.JsonException if a text does not fit the schema
   */
  Part read(long after, long upTo, int most);
}
