package io.offerengine.internal.index;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.internal.column.Bits;
import java.util.Arrays;

/**
 * Counts the rows of a bitmap by their ranks in a {@link SortedPermutation}.
 *
 * <p><b>Cost.</b> A pass over the words, and a look at a quarter of the ranks of a bucket. If
 * storage order is the order of ranks: a pass over the words.
 *
 * <p><b>Threads.</b> Confined to one query; the bitmap must not change.
 */
public final class RankCounts {
  /** So many ranks are looked at before buckets are counted. */
  private static final int LOOKED_AT = 256;

  private static final int UNKNOWN = -1;

  private final SortedPermutation permutation;
  private final long[] words;
  private final int wordCount;
  private final int size;

  /** By bucket: how many of the rows are before it. Quantiles ask for the same again and again. */
  private final int[] counts;

  /**
   * Creates counts.
   *
   * @param words the bitmap
   * @param wordCount how many words of it are used
   * @param size how many rows it has
   */
  public RankCounts(SortedPermutation permutation, long[] words, int wordCount, int size) {
    this.permutation = permutation;
    this.words = words;
    this.wordCount = wordCount;
    this.size = size;
    this.counts = new int[permutation.buckets == null ? 0 : permutation.buckets.count()];
    Arrays.fill(counts, UNKNOWN);
  }

  /** Returns how many rows have a rank below a rank. */
  public int below(int rank) {
    RankBuckets buckets = permutation.buckets;
    if (buckets == null) {
      return Bits.countBelow(words, rank);
    }
    int bucket = buckets.nearest(rank);
    int reached = buckets.start(bucket);
    int count = before(buckets, bucket);
    return reached < rank ? count + members(reached, rank) : count - members(rank, reached);
  }

  /** Returns how many rows have a value. */
  public int present() {
    int present = permutation.presentCount();
    return present == permutation.rowCount() ? size : below(present);
  }

  /** Returns how many rows have a key below another. */
  public int belowKey(long key) {
    return below(permutation.rank(key));
  }

  /** Returns the least key of the rows, of which at least one has a key. */
  public long least() {
    RankBuckets buckets = permutation.buckets;
    if (buckets != null) {
      return permutation.key(extremeRank(buckets, true));
    }
    int word = Bits.firstUsed(words, 0, wordCount);
    return permutation.key((word << 6) + Long.numberOfTrailingZeros(words[word]));
  }

  /** Returns the greatest key of the rows, of which at least one has a key. */
  public long greatest() {
    RankBuckets buckets = permutation.buckets;
    return permutation.key(
        buckets == null ? lastRow(permutation.presentCount()) : extremeRank(buckets, false));
  }

  /** Returns the least or the greatest rank of the rows that have a key. */
  private int extremeRank(RankBuckets buckets, boolean isLeast) {
    int present = permutation.presentCount();
    int from = isLeast ? 0 : Math.max(0, present - LOOKED_AT);
    int to = isLeast ? Math.min(LOOKED_AT, present) : present;
    if (members(from, to) == 0) {
      int bucket = bucketBehind(buckets, isLeast ? 1 : present());
      from = buckets.start(bucket - 1);
      to = Math.min(present, buckets.start(bucket));
    }
    int rank = isLeast ? from : to - 1;
    while (!Bits.get(words, permutation.row(rank))) {
      rank += isLeast ? 1 : -1;
    }
    return rank;
  }

  /** Returns the last row below {@code to}; there is one. */
  private int lastRow(int to) {
    int word = (to - 1) >>> 6;
    long bits = words[word] & (-1L >>> -to);
    if (bits == 0) {
      word = Bits.lastUsed(words, 0, word);
      bits = words[word];
    }
    return (word << 6) + 63 - Long.numberOfLeadingZeros(bits);
  }

  /** Returns the first bucket with a number of rows before it. */
  private int bucketBehind(RankBuckets buckets, int rows) {
    return BinarySearch.firstBehind(0, buckets.count(), bucket -> before(buckets, bucket) >= rows);
  }

  private int before(RankBuckets buckets, int bucket) {
    if (bucket == counts.length) {
      return size;
    }
    if (counts[bucket] == UNKNOWN) {
      counts[bucket] = buckets.countBefore(bucket, words, wordCount);
    }
    return counts[bucket];
  }

  /** Returns how many rows have a rank in a range. */
  private int members(int from, int to) {
    int count = 0;
    for (int rank = from; rank < to; rank++) {
      int row = permutation.row(rank);
      count += (int) (words[row >>> 6] >>> row & 1);
    }
    return count;
  }
}
