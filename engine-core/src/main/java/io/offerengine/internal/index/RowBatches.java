package io.offerengine.internal.index;

/** Rows of a segment, ascending, some at a time. */
@FunctionalInterface
public interface RowBatches {
  /**
   * Writes the next rows.
   *
   * @return how many: as many as there is room for, unless these are the last; 0 at the end
   */
  int next(int[] rows);
}
