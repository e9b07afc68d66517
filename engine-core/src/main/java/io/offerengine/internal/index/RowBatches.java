package io.offerengine.internal.index;

/** Lists rows of a segment, a batch at a time. */
@FunctionalInterface
public interface RowBatches {
  /**
   * Writes the next rows.
   *
   * @return how many: as many as there is room for, unless they are the last; 0 at the end
   */
  int next(int[] rows);

  /** Returns all rows of a segment. */
  static RowBatches all(int rowCount) {
    return range(0, rowCount);
  }

  /** Returns the rows of a part of a list. */
  static RowBatches of(int[] listed, int from, int to) {
    return new RowBatches() {
      private int next = from;

      @Override
      public int next(int[] rows) {
        int size = Math.min(rows.length, to - next);
        System.arraycopy(listed, next, rows, 0, size);
        next += size;
        return size;
      }
    };
  }

  /** Returns a run of rows. */
  static RowBatches range(int from, int to) {
    return new RowBatches() {
      private int next = from;

      @Override
      public int next(int[] rows) {
        int size = list(next, Math.min(to, next + rows.length), rows);
        next += size;
        return size;
      }
    };
  }

  /** Lists a run of rows; returns how many they are. */
  static int list(int from, int to, int[] rows) {
    for (int row = from; row < to; row++) {
      rows[row - from] = row;
    }
    return to - from;
  }
}
