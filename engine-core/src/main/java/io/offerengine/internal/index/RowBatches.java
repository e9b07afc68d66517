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

  /** Returns all rows of a segment. */
  static RowBatches all(int rowCount) {
    return new RowBatches() {
      private int from;

      @Override
      public int next(int[] rows) {
        int size = Math.min(rows.length, rowCount - from);
        for (int i = 0; i < size; i++) {
          rows[i] = from + i;
        }
        from += size;
        return size;
      }
    };
  }
}
