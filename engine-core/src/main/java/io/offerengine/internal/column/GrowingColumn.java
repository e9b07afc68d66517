package io.offerengine.internal.column;

/**
 * A column to which rows are appended.
 *
 * <p><b>Threads.</b> One writer. Readers may read the rows that were published to them.
 */
public sealed interface GrowingColumn
    permits GrowingNumericColumn, GrowingTextColumn, GrowingListColumn {
  /** Copies a value from another column of the same field to a row that is not published yet. */
  void copy(int row, Column source, int sourceRow);
}
