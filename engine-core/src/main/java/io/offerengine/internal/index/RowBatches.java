package io.offerengine.internal.index;

import java.util.function.IntFunction;

/** Lists rows of a segment, a batch at a time. */
@FunctionalInterface
public interface RowBatches {
  /**
   * Writes the next rows behind the first ones of a batch: as many as there is room for.
   *
   * @param rows a batch
   * @param kept how many rows of the batch stay, fewer than it has room for
   * @return how many rows were written; 0 at the end alone
   */
  int next(int[] rows, int kept);

  /** Writes the next rows into an empty batch; returns how many. */
  default int next(int[] rows) {
    return next(rows, 0);
  }

  /** Returns all rows of a segment. */
  static RowBatches all(int rowCount) {
    return range(0, rowCount);
  }

  /** Returns the rows of a part of a list. */
  static RowBatches of(int[] listed, int from, int to) {
    return new RowBatches() {
      private int next = from;

      @Override
      public int next(int[] rows, int kept) {
        int size = Math.min(rows.length - kept, to - next);
        System.arraycopy(listed, next, rows, kept, size);
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
      public int next(int[] rows, int kept) {
        int size = kept;
        while (size < rows.length) {
          int more = list.next(rows, size);
          size += more;
          if (more == 0 && next == count) {
            break;
          }
          if (more == 0) {
            list = lists.apply(next++);
          }
        }
        return size - kept;
      }
    };
  }

  /** Returns the rows of a bitmap, ascending. */
  static RowBatches of(long[] words) {
    return new RowBatches() {
      private int at;
      private long rest = words.length == 0 ? 0 : words[0];

      @Override
      public int next(int[] rows, int kept) {
        int size = kept;
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
        return size - kept;
      }
    };
  }

  /** Returns a run of rows. */
  static RowBatches range(int from, int to) {
    return new RowBatches() {
      private int next = from;

      @Override
      public int next(int[] rows, int kept) {
        int end = Math.min(to, next + rows.length - kept);
        int size = end - next;
        for (int at = kept; next < end; next++) {
          rows[at++] = next;
        }
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
