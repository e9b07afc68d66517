package io.offerengine.internal.saved;

import io.offerengine.internal.column.Footprint;
import java.util.List;

/**
 * Searches of a segment that are checked together, by falling ceiling.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param from the first row in the segment
 * @param to the row after the last one
 * @param argumentsIndex the index of the arguments of all rows among those of the segment; -1 if
 *     they differ: conditions on computed fields are then checked one by one
 * @param access the conditions that all rows share, which the segment does not repeat per row
 * @param bitmaps the fields that have bitmaps, whose rows count from {@code from}; empty if the
 *     rows are checked one by one
 * @param residual the rows with a condition that no bitmap decides; empty if there are none
 */
record Cluster(
    int from,
    int to,
    int argumentsIndex,
    List<SearchPredicate> access,
    @SuppressWarnings("ArrayRecordComponent") FieldBitmaps[] bitmaps,
    @SuppressWarnings("ArrayRecordComponent") long[] residual) {
  /** A cluster, its list of shared conditions, its key and the entry of a map. */
  private static final long ENTRY_BYTES = 160;

  /** Returns 64 rows with a condition that no bitmap decides. */
  long residualOf(int word) {
    return residual.length == 0 ? 0 : residual[word];
  }

  /** Returns the memory with an entry of a map, in bytes. */
  long bytes() {
    long bytes = ENTRY_BYTES + Footprint.array(residual.length, Long.BYTES);
    for (FieldBitmaps each : bitmaps) {
      bytes += each.bytes();
    }
    return bytes;
  }
}
