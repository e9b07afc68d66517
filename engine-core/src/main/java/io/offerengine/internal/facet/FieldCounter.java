package io.offerengine.internal.facet;

import io.offerengine.internal.exec.RowConsumer;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.schema.Field;

/**
 * Counts one field in the rows of one segment after the other: by the index of the field if many
 * rows match, otherwise by reading the rows.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
abstract class FieldCounter {
  /** The field. */
  final Field field;

  /** The variant of the query whose rows are counted. */
  final int variant;

  FieldCounter(Field field, int variant) {
    this.field = field;
    this.variant = variant;
  }

  /** How rows are counted. */
  enum Way {
    RANKS,
    BITMAPS,
    ROWS
  }

  /**
   * Counts a segment row by row: takes all rows, a batch at a time, and then ends.
   *
   * <p>All readers of the same rows take a batch one after the other, while the rows are in the
   * inner caches.
   */
  interface Reader extends RowConsumer {
    /** Hands the counts of the segment on. */
    default void end() {}
  }

  /** Returns how some rows are counted. */
  abstract Way way(MatchedRows rows);

  /** Counts rows, of which there is at least one, by the index of the field. */
  abstract void add(MatchedRows rows, FieldIndex index);

  /** Returns what counts rows one by one. */
  abstract Reader reader(MatchedRows rows);
}
