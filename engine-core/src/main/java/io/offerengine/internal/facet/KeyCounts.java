package io.offerengine.internal.facet;

import java.util.Arrays;

/**
 * The keys of some rows, for questions of the kind "how many are at most this one".
 *
 * <p><b>Threads.</b> Immutable.
 */
interface KeyCounts {
  /** Returns how many keys are at most a key. */
  long upTo(long key);

  /**
   * Returns the counts of sorted keys, which must not change afterwards.
   *
   * @param size how many keys there are
   */
  static KeyCounts ofSorted(long[] keys, int size) {
    return key -> countUpTo(keys, size, key);
  }

  /**
   * Returns the counts of a few values.
   *
   * @param keys ascending
   * @param counts by key
   */
  static KeyCounts ofFew(long[] keys, int[] counts) {
    return key -> {
      int below = countUpTo(keys, keys.length, key);
      return Arrays.stream(counts, 0, below).asLongStream().sum();
    };
  }

  private static int countUpTo(long[] keys, int size, long key) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isUpTo = keys[middle] <= key;
      low = isUpTo ? middle + 1 : low;
      high = isUpTo ? high : middle;
    }
    return low;
  }
}
