package io.offerengine.internal.column;

/**
 * A column to which rows are appended.
 *
 * <p><b>Threads.</b> One writer. Readers may read the rows that were published to them.
 */
public sealed interface GrowingColumn
    permits GrowingNumericColumn, GrowingTextColumn, GrowingListColumn {
  /**
   * Copies values from another column of the same field. The target rows must not be published yet.
   *
   * @param rows the target rows
   * @param sourceRows the source row of each target row
   */
  void copy(int[] rows, Column source, int[] sourceRows);
}
