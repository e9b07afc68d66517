package io.offerengine.internal.saved;

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
  /** Returns 64 rows with a condition that no bitmap decides. */
  long residualOf(int word) {
    return residual.length == 0 ? 0 : residual[word];
  }
}
