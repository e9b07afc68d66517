package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import org.jspecify.annotations.Nullable;

/**
 * The rows that have one of few values or a greater one, a bitmap for each value.
 *
 * <p>The rows of any range of values are one of these bitmaps without another; those of a range
 * without an upper end are one, and of one without a lower end all but one, if every row has a
 * value.
 *
 * <p><b>Cost.</b> A bit a row for each value; a range: an operation on each word of a bitmap or
 * two.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class CumulativeBitmaps {
  /** By value; null for the least where every row has a value. All have dense bitmaps. */
  private final @Nullable Posting[] from;

  /** Whether the rows of the greatest value are the posting of that value itself. */
  private final boolean sharesLast;

  private CumulativeBitmaps(@Nullable Posting[] from, boolean sharesLast) {
    this.from = from;
    this.sharesLast = sharesLast;
  }

  /** Adds up the bitmaps of single values, of which there are several. */
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
        from[value] = Posting.ofBitmap(words.clone(), count, rowCount);
      }
    }
    return new CumulativeBitmaps(from, sharesLast);
  }

  /**
   * Returns the posting of the rows of a value and of greater ones, which has a dense bitmap; null
   * where these are all.
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
