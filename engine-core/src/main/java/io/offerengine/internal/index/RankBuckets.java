package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import java.util.Arrays;

/**
 * The ranks of a {@link SortedPermutation} in buckets of equal size, and bitmaps of the rows before
 * each bucket.
 *
 * <p><b>Layout.</b> Two components of range-encoded bitmaps (Chan and Ioannidis, 1998). {@link
 * #FINE} buckets are a group. The coarse bitmap of a group has the rows before the group. The fine
 * bitmap of a place in a group has, of all groups at once, the rows before the bucket at this
 * place. So a row is before a bucket if it is before the group, or if it is in the group and in the
 * fine bitmap of the place.
 *
 * <p><b>Cost.</b> Three bytes a row. Reading the rows before a bucket takes three bitmaps.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class RankBuckets {
  /** Fewer rows are one bucket: reading the permutation is faster than reading bitmaps. */
  private static final int MIN_ROWS = 4096;

  /** How many bitmaps say which rows are before a bucket. */
  static final int BITMAPS = 3;

  /** More groups leave fewer ranks between buckets, and take a bitmap each (decision 102). */
  private static final int GROUPS = 16;

  /** The buckets of a group: each place in a group takes a bitmap (decision 102). */
  private static final int FINE = 8;

  private final int rowCount;
  private final int count;

  /** By group: the rows before it, and all rows at the end. Empty for one bucket. */
  private final long[][] coarse;

  /** By place in a group: the rows before the bucket of this place in their group. */
  private final long[][] fine;

  /**
   * Divides the ranks.
   *
   * @param rows by rank
   */
  RankBuckets(int[] rows) {
    this.rowCount = rows.length;
    this.count = rowCount < MIN_ROWS ? 1 : GROUPS * FINE;
    this.coarse = new long[count == 1 ? 0 : GROUPS + 1][];
    this.fine = new long[count == 1 ? 0 : FINE][Bits.wordCount(rowCount)];
    if (count > 1) {
      fill(rows);
    }
  }

  private void fill(int[] rows) {
    long[] before = fine[0].clone();
    for (int bucket = 0; bucket < count; bucket++) {
      int place = bucket % FINE;
      if (place == 0) {
        coarse[bucket / FINE] = bucket == 0 ? fine[0] : before.clone();
      }
      for (int rank = start(bucket); rank < start(bucket + 1); rank++) {
        Bits.set(before, rows[rank]);
        if (place + 1 < FINE) {
          Bits.set(fine[place + 1], rows[rank]);
        }
      }
    }
    for (int place = 2; place < FINE; place++) {
      Bits.or(fine[place], fine[place - 1], 0, before.length);
    }
    coarse[GROUPS] = before;
  }

  /** Returns how many buckets there are. */
  int count() {
    return count;
  }

  /** Returns the first rank of a bucket; for the number of buckets, the number of rows. */
  int start(int bucket) {
    return (int) ((long) bucket * rowCount / count);
  }

  /** Returns the last bucket that starts at a rank or before it. */
  int atOrBefore(int rank) {
    int bucket = (int) ((long) rank * count / rowCount);
    return bucket < count && start(bucket + 1) <= rank ? bucket + 1 : bucket;
  }

  /** Returns the first bucket that starts at a rank or behind it. */
  int atOrBehind(int rank) {
    return (int) (((long) rank * count + rowCount - 1) / rowCount);
  }

  /** Returns the bucket that starts next to a rank, before or behind it. */
  int nearest(int rank) {
    return (int) (((long) rank * count + rowCount / 2) / rowCount);
  }

  /** Drops all rows from words of a bitmap but those before a bucket. */
  void keepBefore(int bucket, long[] words, int from, int to) {
    if (bucket < count) {
      and(words, from, to, bucket, 0);
    }
  }

  /** Drops the rows before a bucket from words of a bitmap. */
  void dropBefore(int bucket, long[] words, int from, int to) {
    if (bucket > 0) {
      and(words, from, to, bucket, -1L);
    }
  }

  /**
   * Intersects words of a bitmap with the rows before a bucket.
   *
   * @param flip all ones for the rows from the bucket on instead; 0 otherwise
   */
  private void and(long[] words, int from, int to, int bucket, long flip) {
    if (bucket == 0 || bucket == count) {
      // No row is before the first bucket, or from the end on.
      Arrays.fill(words, from, to, 0);
      return;
    }
    long[] low = coarse[bucket / FINE];
    long[] next = coarse[bucket / FINE + 1];
    long[] within = fine[bucket % FINE];
    for (int i = from; i < to; i++) {
      words[i] &= (low[i] | (next[i] & within[i])) ^ flip;
    }
  }

  /** Returns how many rows of a bitmap are before a bucket. */
  int countBefore(int bucket, long[] words, int wordCount) {
    if (bucket == 0) {
      return 0;
    }
    long[] low = coarse[bucket / FINE];
    if (bucket % FINE == 0) {
      return Bits.countBoth(words, low, wordCount);
    }
    long[] next = coarse[bucket / FINE + 1];
    long[] within = fine[bucket % FINE];
    int rows = 0;
    for (int i = 0; i < wordCount; i++) {
      rows += Long.bitCount(words[i] & (low[i] | (next[i] & within[i])));
    }
    return rows;
  }
}
