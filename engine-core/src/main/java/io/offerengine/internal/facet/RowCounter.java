package io.offerengine.internal.facet;

import io.offerengine.internal.exec.RowConsumer;

/**
 * Counts one facet of a segment row by row: takes all rows, a batch at a time, and then ends.
 *
 * <p>All counters of the same rows take a batch one after the other, while the rows are in the
 * inner caches.
 */
interface RowCounter extends RowConsumer {
  /** Hands the counts of the segment on. */
  default void end() {}
}
