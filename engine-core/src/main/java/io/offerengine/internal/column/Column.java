package io.offerengine.internal.column;

/**
 * The values of one field for a run of rows, each present or absent.
 *
 * <p><b>Threads.</b> A column of a sealed segment is immutable. A growing column has one writer;
 * readers look only at rows that were published to them.
 */
public abstract sealed class Column permits NumericColumn, TextColumn, ListColumn {
  /** Returns whether a row has a value. */
  public abstract boolean isPresent(int row);

  /** Returns the memory that the column holds, in bytes. */
  public abstract long bytes();
}
