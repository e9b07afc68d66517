package io.offerengine.internal.facet;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * A set of pairs of a value and a fold.
 *
 * <p><b>Layout.</b> A bitmap of folds for each value. If the bitmaps reach {@link #MOST_WORDS}
 * together, further pairs go to a hash set.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class FoldPairs {
  /** 16 MB. Many values with few folds each would need far more. */
  private static final int MOST_WORDS = 1 << 21;

  private static final int FIRST_WORDS = 16;
  private static final long[] EMPTY = {};

  private long[][] byValue = {};
  private int wordsLeft = MOST_WORDS;
  private final LongOpenHashSet others = new LongOpenHashSet(0);

  /** Adds a pair; returns whether it is new. */
  boolean add(int value, int fold) {
    int word = fold >>> 6;
    if (value >= byValue.length || word >= byValue[value].length) {
      if (!grow(value, word)) {
        return others.add((long) value << Integer.SIZE | fold);
      }
    }
    long[] words = byValue[value];
    long before = words[word];
    words[word] = before | 1L << fold;
    return (before >>> fold & 1) == 0;
  }

  /**
   * Makes room for a pair. After the first failure nothing grows: a pair that is in the hash set
   * must never be looked for in a bitmap.
   */
  private boolean grow(int value, int word) {
    int before = value < byValue.length ? byValue[value].length : 0;
    int after = Math.max(word + 1, Math.max(FIRST_WORDS, 2 * before));
    wordsLeft = wordsLeft < after - before ? 0 : wordsLeft - (after - before);
    if (wordsLeft == 0) {
      return false;
    }
    if (value >= byValue.length) {
      int length = byValue.length;
      byValue = Arrays.copyOf(byValue, Math.max(value + 1, 2 * length));
      Arrays.fill(byValue, length, byValue.length, EMPTY);
    }
    byValue[value] = Arrays.copyOf(byValue[value], after);
    return true;
  }
}
