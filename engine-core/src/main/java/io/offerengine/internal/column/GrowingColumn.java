package io.offerengine.internal.column;

/** A column that rows are appended to. */
public sealed interface GrowingColumn
    permits GrowingIntegerColumn, GrowingNumberColumn, GrowingTextColumn, ListColumn {
  /** Sets a row, not published yet, to the value of a row of another column of the same field. */
  void copy(int row, Column source, int sourceRow);
}
