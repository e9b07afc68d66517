package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import org.jspecify.annotations.Nullable;

/**
 * For each of few values, the bitmap of the rows that have this value or a greater one.
 *
 * <p>The rows of a range are one of these bitmaps minus another. A range without an upper end is
 * one bitmap. A range without a lower end is the complement of one, if every row has a value.
 *
 * <p><b>Cost.</b> A bit a row for each value. A range reads each word of one or two bitmaps.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class CumulativeBitmaps {
  /** By value, all dense; null for the least value if every row has a value. */
  private final @Nullable Posting[] from;

  /** Whether the rows of the greatest value are the posting of that value itself. */
  private final boolean sharesLast;

  private CumulativeBitmaps(@Nullable Posting[] from, boolean sharesLast) {
    this.from = from;
    this.sharesLast = sharesLast;
  }

  /** Unites the bitmaps of single values, from the greatest value on. */
  static CumulativeBitmaps of(ValueBitmaps values, int rowCount) {
    @Nullable Posting[] from = new Posting[values.valueCount()];
    int last = from.length - 1;
    boolean sharesLast = values.posting(last).words() != null;
    long[] words = new long[Bits.wordCount(rowCount)];
    int count = 0;
    for (int value = last; value >= 0; value--) {
      values.posting(value).orInto(words);
      count += values.posting(value).count();
      if (value == last && sharesLast) {
        from[value] = values.posting(value);
      } else if (count < rowCount) {
        from[value] = Posting.dense(words.clone(), count);
      }
    }
    return new CumulativeBitmaps(from, sharesLast);
  }

  /**
   * Returns the dense posting of the rows of a value and of greater ones; null if these are all
   * rows.
   */
  @Nullable Posting from(int value) {
    return from[value];
  }

  long bytes() {
    long bytes =
        Footprint.object(Footprint.REFERENCE + 1)
            + Footprint.array(from.length, Footprint.REFERENCE);
    int own = from.length - (sharesLast ? 1 : 0);
    for (int value = 0; value < own; value++) {
      Posting posting = from[value];
      bytes += posting == null ? 0 : posting.bytes();
    }
    return bytes;
  }
}
