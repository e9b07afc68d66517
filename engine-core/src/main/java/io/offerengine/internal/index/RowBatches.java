package io.offerengine.internal.index;

import java.util.function.IntFunction;

/** Lists rows of a segment, a batch at a time. */
@FunctionalInterface
public interface RowBatches {
  /**
   * Writes the next rows.
   *
   * @return how many; 0 at the end alone
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

  /** Returns the rows of some lists, one list after the other. */
  static RowBatches joined(int count, IntFunction<RowBatches> lists) {
    if (count == 1) {
      return lists.apply(0);
    }
    return new RowBatches() {
      private int next;
      private RowBatches list = all(0);

      @Override
      public int next(int[] rows) {
        int size = list.next(rows);
        while (size == 0 && next < count) {
          list = lists.apply(next++);
          size = list.next(rows);
        }
        return size;
      }
    };
  }

  /** Returns the rows of a bitmap, ascending. */
  static RowBatches of(long[] words) {
    return new RowBatches() {
      private int at;
      private long rest = words.length == 0 ? 0 : words[0];

      @Override
      public int next(int[] rows) {
        int size = 0;
        while (size < rows.length) {
          if (rest != 0) {
            rows[size++] = (at << 6) + Long.numberOfTrailingZeros(rest);
            rest &= rest - 1;
          } else if (at + 1 < words.length) {
            rest = words[++at];
          } else {
            break;
          }
        }
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
