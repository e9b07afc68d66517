package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;

/**
 * The bitmap index of a column of few values: a posting for every value, and one for absence.
 *
 * <p>Values are numbered in their order: a dictionary's codes, or places among the sorted keys.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ValueBitmaps {
  private final Posting[] postings;
  private final int absent;

  private ValueBitmaps(Posting[] postings) {
    this.postings = postings;
    this.absent = postings.length - 1;
  }

  /**
   * Returns the index of a column.
   *
   * @param values the number of each row's value, or -1 for none
   * @param valueCount how many values there are
   */
  static ValueBitmaps of(int[] values, int valueCount) {
    int[] starts = new int[valueCount + 2];
    for (int value : values) {
      starts[(value < 0 ? valueCount : value) + 1]++;
    }
    for (int value = 0; value <= valueCount; value++) {
      starts[value + 1] += starts[value];
    }
    int[] rows = new int[values.length];
    int[] next = starts.clone();
    for (int row = 0; row < values.length; row++) {
      rows[next[values[row] < 0 ? valueCount : values[row]]++] = row;
    }
    Posting[] postings = new Posting[valueCount + 1];
    for (int value = 0; value <= valueCount; value++) {
      postings[value] = Posting.of(rows, starts[value], starts[value + 1], values.length);
    }
    return new ValueBitmaps(postings);
  }

  /**
   * Returns the postings of some values.
   *
   * @param selects whether those selected are wanted, or all others
   */
  Posting[] select(long[] values, boolean includesAbsent, boolean selects) {
    int chosen = Bits.count(values) + (includesAbsent ? 1 : 0);
    Posting[] selected = new Posting[selects ? chosen : postings.length - chosen];
    int size = 0;
    for (int i = 0; i < values.length; i++) {
      long wanted = selects ? values[i] : ~values[i];
      for (long rest = wanted; rest != 0; rest &= rest - 1) {
        int value = (i << 6) + Long.numberOfTrailingZeros(rest);
        if (value < absent) {
          selected[size++] = postings[value];
        }
      }
    }
    if (includesAbsent == selects) {
      selected[size] = postings[absent];
    }
    return selected;
  }

  /** Returns whether fewer values, absence included, are left out than selected. */
  boolean selectsMost(long[] values, boolean includesAbsent) {
    return 2 * (Bits.count(values) + (includesAbsent ? 1 : 0)) > postings.length;
  }

  /** Returns the posting of a value; that of absence at the number of values. */
  Posting posting(int value) {
    return postings[value];
  }

  long bytes() {
    long bytes = Footprint.array(postings.length, Footprint.REFERENCE);
    for (Posting posting : postings) {
      bytes += posting.bytes();
    }
    return bytes;
  }
}
