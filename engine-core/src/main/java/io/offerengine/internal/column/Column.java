package io.offerengine.internal.column;

/**
 * The values of one field for all rows of a segment. A row may have no value.
 *
 * <p><b>Threads.</b> A column of a sealed segment is immutable. A growing column has one writer; a
 * reader may only read rows that were published to that reader.
 */
public abstract sealed class Column permits NumericColumn, TextColumn, ListColumn {
  /** Returns whether a row has a value. */
  public abstract boolean isPresent(int row);
}
