package io.offerengine.internal.column;

/** A column that rows are appended to. */
public sealed interface GrowingColumn
    permits GrowingIntegerColumn,
        GrowingFlagColumn,
        GrowingNumberColumn,
        GrowingTextColumn,
        ListColumn {
  /**
   * Sets rows, not published yet, to the values of rows of another column of the same field.
   *
   * @param rows the rows to be set
   * @param sourceRows the row that each of them is set to
   */
  void copy(int[] rows, Column source, int[] sourceRows);
}
