package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import java.util.Arrays;

/**
 * A small code for every row, kept as one bitmap for each bit of the codes (O'Neil and Quass,
 * "Improved query performance with variant indexes", 1997).
 *
 * <p>The rows of any range of codes come from a few operations on each bitmap, whatever the range.
 *
 * <p><b>Cost.</b> A range: about two operations on each word of each bitmap. A bit per row and bit
 * of the codes.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class BitSlices {
  /** Words that are worked on at a time: the three runs of words stay in the innermost cache. */
  private static final int BLOCK = 512;

  private final long[][] slices;
  private final int codeCount;

  private BitSlices(long[][] slices, int codeCount) {
    this.slices = slices;
    this.codeCount = codeCount;
  }

  /**
   * Returns the slices of the values' numbers; rows without a value have the one after the last.
   */
  static BitSlices of(ValueBitmaps values, int rowCount) {
    int codeCount = values.valueCount() + 1;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(codeCount - 1);
    long[][] slices = new long[bits][Bits.wordCount(rowCount)];
    for (int code = 0; code < codeCount; code++) {
      for (int bit = 0; bit < bits; bit++) {
        if ((code >>> bit & 1) != 0) {
          values.posting(code).orInto(slices[bit]);
        }
      }
    }
    return new BitSlices(slices, codeCount);
  }

  /** Returns the number of bitmaps. */
  int count() {
    return slices.length;
  }

  /**
   * Keeps, in a run of words, the rows whose code is at least {@code low} and below {@code end}.
   */
  void narrow(long[] words, int from, int to, int low, int end, Scratch scratch) {
    long[] equal = scratch.bitmap(BLOCK);
    long[] less = scratch.bitmap(BLOCK);
    for (int start = from; start < to; start += BLOCK) {
      int length = Math.min(BLOCK, to - start);
      if (low > 0) {
        below(low, start, length, equal, less);
        for (int i = 0; i < length; i++) {
          words[start + i] &= ~less[i];
        }
      }
      if (end < codeCount) {
        below(end, start, length, equal, less);
        for (int i = 0; i < length; i++) {
          words[start + i] &= less[i];
        }
      }
    }
    scratch.handBack(2);
  }

  /** Finds the rows whose code is below a bound, from the codes' highest bit down. */
  private void below(int bound, int start, int length, long[] equal, long[] less) {
    int highestBit = slices.length - 1;
    long[] highest = slices[highestBit];
    if ((bound >>> highestBit & 1) != 0) {
      for (int i = 0; i < length; i++) {
        equal[i] = highest[start + i];
        less[i] = ~highest[start + i];
      }
    } else {
      for (int i = 0; i < length; i++) {
        equal[i] = ~highest[start + i];
      }
      Arrays.fill(less, 0, length, 0);
    }
    for (int bit = highestBit - 1; bit >= 0; bit--) {
      long[] slice = slices[bit];
      if ((bound >>> bit & 1) != 0) {
        for (int i = 0; i < length; i++) {
          less[i] |= equal[i] & ~slice[start + i];
          equal[i] &= slice[start + i];
        }
      } else {
        for (int i = 0; i < length; i++) {
          equal[i] &= ~slice[start + i];
        }
      }
    }
  }

  long bytes() {
    long bytes = Footprint.array(slices.length, Footprint.REFERENCE);
    for (long[] slice : slices) {
      bytes += Footprint.array(slice.length, Long.BYTES);
    }
    return bytes;
  }
}
